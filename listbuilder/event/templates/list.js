"use strict";
const copy = document.querySelector("[data-copy]"), message = document.querySelector(".message");
if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", () => navigator.clipboard.writeText(message.textContent));
}
