"use strict";
const copy = document.querySelector("[data-copy]"), message = document.querySelector(".message");
if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", () => navigator.clipboard.writeText(message.textContent));
}
// The text is taken when the link is followed: it may have been written again since the page was made.
const mail = document.querySelector("[data-mail]");
if (mail) {
  const address = mail.href;
  mail.addEventListener("click", () => {
    const link = `${address}?subject=${encodeURIComponent(document.title)}&body=${encodeURIComponent(message.textContent.trimEnd().replace(/\n/g, "\r\n"))}`;
    mail.href = link.length > 1900 ? `${address}?subject=${encodeURIComponent(document.title)}` : link;
  });
}
