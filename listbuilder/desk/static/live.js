"use strict";
// The desk refreshes itself whenever the server says that something changed, but not while somebody types.
const address = location.pathname.replace(/\/$/, "");
let waiting = 0, wanted = false;
function isTyping() {
  const field = document.activeElement;
  return field && field.name === "note" && field.value !== field.defaultValue;
}
function refresh() {
  waiting = 0;
  if (isTyping()) {
    wanted = true;
    return;
  }
  wanted = false;
  htmx.ajax("GET", address, { target: "main", select: "main", swap: "outerHTML" });
}
function refreshSoon() {
  if (!waiting) waiting = setTimeout(refresh, 700);
}
function showState(on) {
  const state = document.querySelector("[data-live]");
  if (!state) return;
  state.textContent = on ? state.dataset.on : state.dataset.off;
  state.classList.toggle("on", on);
}
const source = new EventSource(address + "/events");
source.addEventListener("open", () => showState(true));
source.addEventListener("error", () => showState(false));
source.addEventListener("change", refreshSoon);
document.addEventListener("focusout", () => wanted && refreshSoon());
document.addEventListener("htmx:afterSettle", () => {
  showState(source.readyState === EventSource.OPEN);
  start();
});
