// The page: what a player pastes goes to the engine in the worker, and its answers are shown as text.
// Nothing here knows a rule, and no text from a list or a link ever becomes markup.
import { makeFragment, MOST_BYTES, readFragment } from "./link.js";
import { WORDS } from "./words.js";

const byId = (id) => document.getElementById(id);
const KNOWN = Object.keys(WORDS.texts);
const SHOWN_FORM = "html";
let lang = chooseLanguage();
let engine = null;
let waiting = new Map();
let count = 0;
let current = null; // what was judged last: {name, content, text, roster}
let before = []; // lists before a change, for undo
let startState = { key: "state.starting", args: {} };

// --- words ---

// The language of the visit before, else the browser's first that the page knows.
function chooseLanguage() {
  const wished = [recall("language"), ...(navigator.languages || [])].filter(Boolean);
  for (const wish of wished) {
    const found = KNOWN.find((known) => wish.toLowerCase().split("-")[0] === known);
    if (found) return found;
  }
  return "en";
}

// The text of words.js for `key` in the language of the page, filled with `args`.
function say(key, args = {}) {
  const text = WORDS.texts[lang][key] || WORDS.texts.en[key] || key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
}

// Write every text of the page in its language.
function speak() {
  document.documentElement.lang = WORDS.languages[lang];
  for (const part of document.querySelectorAll("[data-say]")) part.textContent = say(part.dataset.say);
  byId("text").placeholder = say("hint");
  byId("sheet").title = say("more.shown");
  byId("foot").textContent = say("foot", { version: WORDS.version });
  byId("language").value = lang;
}

// A browser that keeps nothing of a site raises an error at each of these two.
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing asks again next time
  }
}

// Show what the page is doing. It is kept, so that it can be shown again in another language.
function tell(key, args = {}) {
  startState = { key, args };
  byId("state").textContent = key ? say(key, args) : "";
}

// --- the engine ---

function startEngine() {
  if (typeof WebAssembly !== "object" || typeof CompressionStream !== "function") {
    tell("state.too_old");
    byId("loading").hidden = true;
    return;
  }
  engine = new Worker("worker.js", { type: "module" });
  engine.addEventListener("message", hear);
  engine.addEventListener("error", (event) => fail(event.message || "worker"));
}

// Take a message of the worker: progress, a state, or the answer to a command.
function hear(event) {
  const said = event.data;
  if ("progress" in said) {
    const percent = said.progress;
    byId("bar").value = percent;
    if (waiting.size === 0 || !current) tell("state.loading", { percent });
  } else if (said.ready) {
    byId("loading").hidden = true;
    document.documentElement.dataset.ready = "yes";
    tell(waiting.size ? "state.working" : "state.ready");
    if (!waiting.size) registerServiceWorker();
  } else if (said.part) {
    usedParts.push(said.part);
    tell("state.part");
  } else if (said.broken) {
    fail(said.broken);
  } else {
    const settle = waiting.get(said.id);
    waiting.delete(said.id);
    if (settle) settle(said);
    registerServiceWorker();
  }
}

function fail(reason) {
  byId("loading").hidden = true;
  if (navigator.onLine === false) tell("state.offline");
  else tell("state.failed", { reason });
}

// Run a command of listbuilder in the worker. `files` are put there first, `wanted` are the files to bring back.
function run(words, { files = {}, wanted = [], fixing = null, columns = 80 } = {}) {
  if (!engine) return Promise.resolve({ code: 2, out: "", err: "", files: {}, failed: "no engine" });
  count += 1;
  const id = count;
  return new Promise((settle) => {
    waiting.set(id, (said) => {
      if (said.failed) {
        if (said.offline) tell("state.offline");
        else tell("state.failed", { reason: said.failed });
        settle({ code: 2, out: "", err: "", files: {}, failed: said.failed });
      } else settle(said);
    });
    const spoken = words.length ? [words[0], "--lang", lang, ...words.slice(1)] : [];
    engine.postMessage({ id, words: spoken, files, wanted, fixing, columns });
  });
}

function fileOf(list) {
  return { [list.name]: list.content };
}

const encode = (text) => new TextEncoder().encode(text);
const decode = (content) => new TextDecoder().decode(content);

// Return the text of a file, or null if it is something else.
function decodeText(content) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

// --- the list ---

function takeText(text, name = "list.txt") {
  return { name, content: encode(text), text };
}

function forgetList() {
  byId("marks").replaceChildren();
  byId("findings").replaceChildren();
  for (const id of ["result", "fixes", "more", "linked"]) byId(id).hidden = true;
  current = null;
  before = [];
}

// A file keeps its ending, by which some forms are told; the rest of its name is not used.
async function takeFile(file) {
  forgetList();
  if (file.size > MOST_BYTES * 16) {
    return tell("state.too_large", { limit: (MOST_BYTES * 16) / 1024 });
  }
  const content = new Uint8Array(await file.arrayBuffer());
  const ending = (/\.[a-z0-9]{1,8}$/i.exec(file.name) || [".txt"])[0].toLowerCase();
  if (decode(content.subarray(0, 5)) === "%PDF-") return tell("state.pdf");
  const text = decodeText(content);
  byId("text").value = text === null ? say("state.picked", { name: file.name }) : text;
  return judge({ name: `list${ending}`, content, text });
}

async function judgeText({ push = true } = {}) {
  const text = byId("text").value;
  if (current && current.text === null && text === current.label) return judge(current, { push });
  if (!text.trim()) {
    tell("state.no_list");
    byId("text").focus();
    return undefined;
  }
  return judge(takeText(text), { push });
}

// Judge a list and show the verdict. `push`: it becomes a step of the browser's back and forward.
// `keepUndo`: the list is a change of the one before, or the same again in another language.
async function judge(list, { push = true, focus = true, keepUndo = false } = {}) {
  if (!keepUndo) before = [];
  list.label = byId("text").value;
  current = list;
  if (!list.fromLink) byId("linked").hidden = true;
  byId("check").disabled = true;
  tell(document.documentElement.dataset.ready ? "state.working" : startState.key, startState.args);
  const begun = performance.now();
  const said = await run(["check", list.name, "--format", "json"], { files: fileOf(list) });
  byId("check").disabled = false;
  if (current !== list) return;
  if (said.failed) return;
  document.documentElement.dataset.milliseconds = String(Math.round(performance.now() - begun));
  list.report = JSON.parse(said.out);
  list.roster = list.report.rosters[0] || null;
  tell("");
  if (push) history.pushState({ list: keepForHistory(list) }, "", location.pathname + location.search);
  else history.replaceState({ list: keepForHistory(list) }, "");
  showVerdict(list);
  if (focus) byId("result").focus({ preventScroll: true });
  byId("result").scrollIntoView({ block: "start", behavior: "auto" });
  if (list.roster && list.roster.verdict === "illegal") await showAnswers(list);
}

const keepForHistory = (list) => ({ name: list.name, content: list.content, text: list.text, label: list.label });

// --- showing ---

function make(kind, { text, cls, ...rest } = {}, children = []) {
  const made = document.createElement(kind);
  if (text !== undefined) made.textContent = text;
  if (cls) made.className = cls;
  Object.assign(made, rest);
  made.append(...children);
  return made;
}

const badgeClass = (verdict) => (verdict === "unread" ? "undecided" : verdict);

function showVerdict(list) {
  const { roster } = list;
  byId("result").hidden = false;
  byId("fixes").hidden = true;
  byId("answers").replaceChildren();
  byId("changed").hidden = before.length === 0;
  byId("changed-said").textContent = list.changed ? say(list.changed) : "";
  byId("more").hidden = !roster || roster.system === null;
  const verdict = roster ? roster.verdict : "unread";
  byId("verdict").replaceChildren(make("strong", { text: say(`verdict.${verdict}`), cls: `badge ${badgeClass(verdict)}` }));
  if (roster && roster.points !== null) {
    const key = roster.limit ? "result.points_of" : "result.points";
    byId("verdict").append(make("span", { text: say(key, { points: roster.points, limit: roster.limit }) }));
  }
  const about = [];
  if (roster) about.push(...[roster.game, roster.faction_name, ...(roster.detachments || []), roster.battle_size].filter(Boolean));
  if (roster && roster.data && roster.data.as_of) about.push(say("result.checked_as_of", { date: roster.data.as_of }));
  if (roster && roster.otherwise) about.push(say("result.otherwise", { verdict: say(`verdict.${roster.otherwise}`) }));
  byId("about-verdict").textContent = about.join(" · ");
  showFindings(list);
  markLines(list);
  for (const id of ["why-said", "fill-said", "diff-said"]) byId(id).replaceChildren();
  byId("exported").hidden = true;
  for (const id of ["shown", "export"]) byId(id).open = false;
  if (roster) fillForms(roster.system);
}

function showFindings(list) {
  const place = byId("findings");
  place.replaceChildren();
  for (const roster of list.report.rosters) {
    if (list.report.rosters.length > 1) place.append(make("h3", { text: `${roster.file}: ${say(`verdict.${roster.verdict}`)}` }));
    const rows = roster.findings.map((finding, number) => findingRow(list, finding, number));
    if (rows.length) place.append(make("ul", { cls: "findings" }, rows));
    if (roster.unread.length) {
      const isList = roster.system !== null;
      if (isList) place.append(make("h3", { text: say("result.unread") }));
      place.append(make("ul", { cls: "findings unread" }, roster.unread.map((row) => unreadRow(list, row))));
    }
    if (!rows.length && !roster.unread.length) place.append(make("p", { text: say("result.fine") }));
    for (const key of ["differences", "assumed", "not_checked"]) {
      const notes = roster[key] || [];
      if (notes.length) {
        const items = notes.map((note) => make("li", { text: note }));
        place.append(make("details", {}, [make("summary", { text: `${say(`result.${key}`)} (${notes.length})` }), make("ul", {}, items)]));
      }
    }
  }
}

function findingRow(list, finding, number) {
  const head = make("p", {}, [make("span", { cls: "severity", text: say(`severity.${finding.severity}`) }), ` ${finding.code}`]);
  const row = make("li", { cls: finding.severity }, [head, make("p", { cls: "message", text: finding.message })]);
  const buttons = [];
  if (finding.line) buttons.push(lineButton(list, finding.line));
  if (list.report.rosters.length === 1) {
    finding.fixes.forEach((fix, place) => {
      buttons.push(make("button", { type: "button", text: fix.title, onclick: () => changeList(list, { finding: number, fix: place }) }));
    });
  }
  if (buttons.length) row.append(make("div", { cls: "fixes" }, buttons));
  return row;
}

function unreadRow(list, problem) {
  const row = make("li", { cls: "warning" }, [make("p", { text: problem.message })]);
  if (problem.line && list.text !== null) row.append(make("div", { cls: "fixes" }, [lineButton(list, problem.line)]));
  return row;
}

function lineButton(list, line) {
  return make("button", { type: "button", cls: "line", text: say("result.line", { line }), onclick: () => goToLine(line) });
}

// Lines as the engine counts them: those of the text, whatever a window wraps.
function markLines(list) {
  const marks = byId("marks");
  marks.replaceChildren();
  if (list.text === null || !list.roster || list.report.rosters.length > 1) return;
  const kinds = new Map();
  for (const row of list.roster.unread) if (row.line) kinds.set(row.line, "unclear");
  for (const finding of list.roster.findings) if (finding.line && finding.severity === "error") kinds.set(finding.line, "wrong");
  byId("text")
    .value.split("\n")
    .forEach((line, place) => {
      const kind = kinds.get(place + 1);
      marks.append(kind ? make("span", { cls: kind, text: line }) : line, "\n");
    });
  followScroll();
}

function followScroll() {
  byId("marks").scrollTop = byId("text").scrollTop;
}

function goToLine(line) {
  const box = byId("text");
  const lines = box.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  box.focus();
  box.setSelectionRange(start, start + (lines[line - 1] || "").length);
  box.scrollTop = Math.max(0, (box.scrollHeight * (line - 3)) / Math.max(1, lines.length));
  box.scrollIntoView({ block: "center" });
  followScroll();
}

// --- fixes ---

async function showAnswers(list) {
  const said = await run(["fix", list.name, "--format", "json"], { files: fileOf(list) });
  if (current !== list || said.failed || !said.out) return;
  const told = JSON.parse(said.out);
  byId("fixes").hidden = false;
  const place = byId("answers");
  if (!told.offers.length) {
    place.replaceChildren(make("p", { text: say("fixes.none") }));
    return;
  }
  place.replaceChildren(
    make(
      "ol",
      { cls: "answers" },
      told.offers.map((offer, number) => answerRow(list, offer, number + 1)),
    ),
  );
}

function answerRow(list, offer, number) {
  const changes = offer.changes.map((change) => make("li", { text: change }));
  const key = offer.points === null ? "fixes.after_no_points" : "fixes.after";
  const after = say(key, { verdict: say(`verdict.${offer.verdict}`), points: offer.points });
  const id = `answer-${number}`;
  const button = make("button", { type: "button", text: say("fixes.apply"), onclick: () => changeList(list, { steps: offer.steps }) });
  button.setAttribute("aria-describedby", id);
  return make("li", {}, [make("ul", { id }, changes), make("p", { cls: "quiet", text: after }), button]);
}

// Make a change in the text of the list, which keeps the form of its app where that can say the same.
async function changeList(list, change) {
  const said = await run([], { files: fileOf(list), fixing: { file: list.name, ...change } });
  if (said.failed) return;
  if (said.code !== 0 || !said.out) return tell("state.not_changed");
  before.push(list);
  byId("text").value = said.out;
  const isRosterNow = list.roster.format !== "roster" && /^(#[^\n]*\n)*system: /.test(said.out);
  return judge({ ...takeText(said.out), changed: isRosterNow ? "state.as_roster" : "state.changed" }, { keepUndo: true });
}

async function undo() {
  const list = before.pop();
  if (!list) return;
  byId("text").value = list.label;
  await judge({ ...list }, { keepUndo: true });
}

// --- more ---

function columnsOf(place) {
  return Math.max(30, Math.floor((place.clientWidth - 24) / 8));
}

async function showSaid(place, words, files) {
  const said = await run(words, { files, columns: columnsOf(place) });
  if (said.failed) return;
  const text = [said.out, said.err].join("\n").trim();
  place.replaceChildren(make("pre", { text, tabIndex: 0 }));
}

const describePurchase = ({ text, datasheet, points }) => (datasheet && points ? `${text} (+${points})` : text);

// The ways to spend the points; the terminal's text has commands in it that nobody can type here.
async function showWays() {
  if (!current) return;
  const list = current;
  const said = await run(["fill", list.name, "--format", "json"], { files: fileOf(list) });
  if (said.failed || current !== list) return;
  const place = byId("fill-said");
  if (!said.out) return place.replaceChildren(make("p", { text: said.err.trim() }));
  const told = JSON.parse(said.out);
  if (!told.ways.length) {
    const key = told.verdict === "illegal" ? "ways.illegal" : "ways.none";
    return place.replaceChildren(make("p", { text: say(key, { left: told.budget ?? 0 }) }));
  }
  const rows = told.ways.map((way) => {
    const items = make("ul", {}, way.purchases.map((purchase) => make("li", { text: describePurchase(purchase) })));
    const left = way.left === null ? [] : [make("p", { cls: "quiet", text: say("ways.left", { left: way.left }) })];
    return make("li", {}, [items, ...left]);
  });
  return place.replaceChildren(make("ol", { cls: "answers" }, rows));
}

async function ask(event) {
  event.preventDefault();
  const thing = byId("thing").value.trim();
  if (!current || !thing) return;
  await showSaid(byId("why-said"), ["why", current.name, "--", ...thing.split(/\s+/)], fileOf(current));
}

async function compare() {
  const text = byId("other").value;
  if (!current || !text.trim()) return;
  await showSaid(byId("diff-said"), ["diff", current.name, "other.txt"], { ...fileOf(current), "other.txt": encode(text) });
}

async function showSheet() {
  if (!byId("shown").open || !current) return;
  const said = await exportAs(SHOWN_FORM);
  if (said) byId("sheet").srcdoc = decode(said);
}

function fillForms(system) {
  const forms = system ? WORDS.forms[system] : [];
  const chosen = byId("form").value;
  byId("form").replaceChildren(...forms.map((form) => make("option", { value: form.name, text: say(`forms.${form.name}`) })));
  if (forms.some((form) => form.name === chosen)) byId("form").value = chosen;
}

// Return the list in another form as bytes, or null; what the engine says against it is shown.
async function exportAs(form) {
  const list = current;
  const out = `out.${form}`;
  const words = form === "yaml" ? ["import", list.name, "-o", out, "--force"] : ["export", list.name, "--to", form, "-o", out];
  if (form === "yaml" && list.roster.format === "roster") return list.content;
  const said = await run(words, { files: fileOf(list), wanted: [out] });
  if (said.files[out]) return said.files[out];
  byId("exported").textContent = said.err;
  byId("exported").hidden = false;
  return null;
}

async function copyExport() {
  const content = await exportAs(byId("form").value);
  if (!content) return;
  const text = decodeText(content);
  byId("exported").textContent = text ?? say("more.only_save");
  byId("exported").hidden = false;
  if (text === null) return;
  await copy(text, byId("copy"));
}

// The button itself says that it has copied: on a phone the rest of the page may be out of sight.
async function copy(text, button) {
  let key = "more.copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    key = "more.not_copied";
  }
  button.textContent = say(key);
  setTimeout(() => (button.textContent = say(button.dataset.say)), 3000);
}

function printSheet() {
  const frame = byId("sheet").contentWindow;
  frame.focus();
  frame.print();
}

async function saveExport() {
  const form = byId("form").value;
  const content = await exportAs(form);
  if (!content) return;
  const { ending } = WORDS.forms[current.roster.system].find((each) => each.name === form);
  const link = make("a", { href: URL.createObjectURL(new Blob([content])), download: `list${ending}` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The engine makes links of rosters, because it knows what of them is private; of any other text the page does.
async function shareLink() {
  const text = byId("text").value;
  if (!text.trim()) return tell("state.no_list");
  const page = location.origin + location.pathname;
  let link = null;
  if (current && current.label === text && current.roster && current.roster.verdict !== "unread") {
    const said = await run(["share", current.name, "--page", page], { files: fileOf(current) });
    link = said.out.trim() || null;
  } else {
    const fragment = await makeFragment(text);
    link = fragment && page + fragment;
  }
  if (!link) return tell("link.long");
  byId("linked").replaceChildren(make("a", { href: link, text: say("link.here") }));
  byId("linked").hidden = false;
  tell("");
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    return navigator.share({ url: link }).catch(() => null); // whoever closes the menu has the link on the page
  }
  return copy(link, byId("share"));
}

async function openLink() {
  const found = await readFragment(location.hash);
  if (!found) return false;
  byId("linked").hidden = false;
  byId("linked").textContent = say(found.broken ? "link.broken" : "link.opened");
  if (found.broken) return true;
  byId("text").value = found.text;
  await judge({ ...takeText(found.text), fromLink: true }, { push: false, focus: false });
  return true;
}

// --- the way there and back ---

async function goTo(state) {
  if (!state || !state.list) return;
  byId("text").value = state.list.label;
  byId("linked").hidden = true;
  await judge({ ...state.list }, { push: false, focus: false });
}

// Only once nothing waits for an answer any more: keeping all files on the device would delay the first verdict.
let isRegistered = false;
const usedParts = [];
async function registerServiceWorker() {
  if (isRegistered || !("serviceWorker" in navigator)) return;
  isRegistered = true;
  try {
    const registration = await navigator.serviceWorker.register("sw.js");
    const offer = (worker) => {
      if (!worker || !navigator.serviceWorker.controller) return;
      byId("version").hidden = false;
      byId("reload").onclick = () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
        worker.postMessage("use-new-version");
      };
    };
    offer(registration.waiting);
    // What this visit loaded before is kept, too: the next one may be without a network.
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ keep: usedParts }));
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming.addEventListener("statechange", () => coming.state === "installed" && offer(registration.waiting));
    });
  } catch {
    // a page without one works too, but not offline
  }
}

function listen() {
  byId("check").addEventListener("click", () => judgeText());
  byId("pick").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => byId("file").files[0] && takeFile(byId("file").files[0]));
  byId("clear").addEventListener("click", () => {
    byId("text").value = "";
    forgetList();
    tell("");
    byId("text").focus();
  });
  byId("share").addEventListener("click", shareLink);
  byId("undo").addEventListener("click", undo);
  byId("why").addEventListener("submit", ask);
  byId("fill").addEventListener("click", showWays);
  byId("compare").addEventListener("click", compare);
  byId("shown").addEventListener("toggle", showSheet);
  byId("copy").addEventListener("click", copyExport);
  byId("save").addEventListener("click", saveExport);
  byId("print").addEventListener("click", printSheet);
  byId("text").addEventListener("scroll", followScroll);
  byId("text").addEventListener("input", () => byId("marks").replaceChildren());
  byId("text").addEventListener("paste", () => setTimeout(judgeText, 0));
  byId("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) judgeText();
  });
  byId("language").addEventListener("change", async () => {
    lang = byId("language").value;
    remember("language", lang);
    speak();
    tell(startState.key, startState.args);
    if (current) await judge(current, { push: false, focus: false, keepUndo: true });
  });
  const paper = document.querySelector(".paper");
  for (const kind of ["dragover", "dragenter"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      paper.classList.add("dropping");
    });
  }
  document.addEventListener("dragleave", () => paper.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    paper.classList.remove("dropping");
    const file = event.dataTransfer.files[0];
    const text = event.dataTransfer.getData("text/plain");
    if (file) takeFile(file);
    else if (text) {
      byId("text").value = text;
      judgeText();
    }
  });
  window.addEventListener("popstate", (event) => (event.state ? goTo(event.state) : openLink()));
}

for (const known of KNOWN) byId("language").append(make("option", { value: known, text: WORDS.names[known], lang: WORDS.languages[known] }));
speak();
listen();
startEngine();
const state = history.state;
if (!(await openLink()) && state) await goTo(state);
