// A link is a list: the text, deflated, behind `#l=`. What comes in a link is a stranger's text, so its
// size is bounded before and while it is unpacked, and it is only ever shown as text.
export const MOST_LETTERS = 32768; // of a link
export const MOST_BYTES = 262144; // of the list in it
const KEY = "l=";
const SEAL = "LB1:"; // a roster as listbuilder's QR codes hold it; the engine opens it

// Return {text} for the list in a fragment, {broken: true} if it can't be read, or null without one.
export async function readFragment(fragment) {
  const given = fragment.replace(/^#/, "");
  if (!given.startsWith(KEY)) return null;
  const letters = given.slice(KEY.length);
  if (letters.startsWith(SEAL)) {
    const isSound = letters.length <= MOST_LETTERS && /^[0-9A-Z+\-./:]+$/.test(letters);
    return isSound ? { text: letters } : { broken: true };
  }
  if (letters.length > MOST_LETTERS || !/^[A-Za-z0-9_-]+$/.test(letters)) return { broken: true };
  try {
    return { text: await inflate(fromBase64(letters)) };
  } catch {
    return { broken: true };
  }
}

// Return the fragment that holds a text, or null if the text is too long for a link.
export async function makeFragment(text) {
  const raw = new TextEncoder().encode(text);
  if (raw.length > MOST_BYTES) return null;
  const packed = new Blob([raw]).stream().pipeThrough(new CompressionStream("deflate"));
  const letters = toBase64(new Uint8Array(await new Response(packed).arrayBuffer()));
  return letters.length > MOST_LETTERS ? null : `#${KEY}${letters}`;
}

// The form called deflate ends with a checksum, which the browser verifies: a link that was cut is noticed.
async function inflate(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error("too large");
    }
    pieces.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(pieces).arrayBuffer());
}

function fromBase64(letters) {
  const plain = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function toBase64(content) {
  let plain = "";
  for (const byte of content) plain += String.fromCharCode(byte);
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
