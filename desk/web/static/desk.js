// What htmx alone cannot: a stream that only the visible tab holds, the sign that it is lost, errors
// that leave a page as it is, and a few keys. Every page works without it.

"use strict";

(() => {
  // --- the stream -----------------------------------------------------------------------------

  const LONGEST_WAIT = 8000;
  // A stream without even a beat for so long is dead, in milliseconds; so is a request of htmx.
  const QUIET = 30000;
  const LONGEST_REQUEST = 20000;

  // An EventSource that is open while its page is in view, and that never gives up.
  class VisibleSource {
    constructor(url) {
      this.url = url;
      this.readyState = EventSource.CONNECTING;
      this.listeners = [];
      this.waited = 0;
      this.turn = () => (document.hidden ? this.rest() : this.open());
      this.heard = () => {
        clearTimeout(this.watchdog);
        this.watchdog = setTimeout(() => this.fail(), QUIET);
      };
      this.beat = (event) => {
        this.heard();
        this.waited = 0;
        connected(event.data === "here");
        if (!lost) document.dispatchEvent(new Event("desk:beat"));
      };
      document.addEventListener("visibilitychange", this.turn);
      window.addEventListener("pagehide", () => this.rest());
      window.addEventListener("pageshow", this.turn);
      for (const one of ["online", "offline"]) window.addEventListener(one, () => this.renew());
      if (!document.hidden) this.open();
    }

    open() {
      clearTimeout(this.again);
      if (this.real || this.readyState === EventSource.CLOSED) return;
      const url = new URL(this.url, location);
      if (this.seen) url.searchParams.set("seen", this.seen);
      this.real = new EventSource(url);
      this.heard();
      this.real.addEventListener("beat", this.beat);
      for (const [name, listener] of this.listeners) this.real.addEventListener(name, listener);
      this.real.onopen = (event) => {
        this.readyState = EventSource.OPEN;
        if (this.onopen) this.onopen(event);
      };
      this.real.onerror = () => this.fail();
    }

    fail() {
      connected(false);
      this.rest();
      this.waited = Math.min(this.waited * 2 || 500, LONGEST_WAIT);
      this.again = setTimeout(this.turn, this.waited);
    }

    renew() {
      this.rest();
      this.waited = 0;
      this.turn();
    }

    rest() {
      clearTimeout(this.again);
      clearTimeout(this.watchdog);
      if (this.real) this.real.close();
      this.real = null;
      if (this.readyState !== EventSource.CLOSED) this.readyState = EventSource.CONNECTING;
    }

    close() {
      this.rest();
      this.readyState = EventSource.CLOSED;
      document.removeEventListener("visibilitychange", this.turn);
      window.removeEventListener("pageshow", this.turn);
    }

    addEventListener(name, asked) {
      const listener = (event) => {
        this.heard();
        this.seen = event.lastEventId || this.seen;
        asked(event);
      };
      this.listeners.push([name, listener, asked]);
      if (this.real) this.real.addEventListener(name, listener);
    }

    removeEventListener(name, asked) {
      const gone = this.listeners.filter((one) => one[0] === name && one[2] === asked);
      this.listeners = this.listeners.filter((one) => !gone.includes(one));
      for (const one of gone) if (this.real) this.real.removeEventListener(name, one[1]);
    }
  }

  let lost = false;

  // After a loss the parts of a page that listen for `desk:back` ask for themselves again.
  function connected(now) {
    for (const live of document.querySelectorAll(".live")) live.classList.toggle("lost", !now);
    if (now && lost && window.htmx) htmx.trigger(document.body, "desk:back");
    lost = !now;
  }

  if (window.htmx) {
    htmx.createEventSource = (url) => new VisibleSource(url);
    document.addEventListener("htmx:sendError", () => connected(false));
    document.addEventListener("htmx:timeout", () => connected(false));
    document.addEventListener("htmx:configRequest", (event) => {
      if (!event.detail.boosted) event.detail.timeout ||= LONGEST_REQUEST;
    });
    document.addEventListener("htmx:afterOnLoad", (event) => {
      if (event.detail.xhr.status >= 502) connected(false);
    });
  }

  // --- countdowns -----------------------------------------------------------------------------

  // What has `data-until` counts down to that second, by the clock of this computer; above `data-most`
  // seconds it is silent.
  function countDown() {
    for (const place of document.querySelectorAll("[data-until]")) {
      const left = Math.ceil(Number(place.dataset.until) - Date.now() / 1000);
      const most = Number(place.dataset.most || Infinity);
      const two = (number) => String(number).padStart(2, "0");
      const hours = Math.floor(left / 3600);
      const time = `${hours ? `${hours}:` : ""}${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
      const text = left <= 0 ? place.dataset.then || "" : left > most ? "" : `${place.dataset.before} ${time}`;
      if (place.textContent !== text) place.textContent = text;
    }
  }

  setInterval(countDown, 1000);
  addEventListener("DOMContentLoaded", countDown);
  document.addEventListener("htmx:afterSettle", countDown);

  // --- errors ---------------------------------------------------------------------------------

  // What an error says stands above the page, which stays as it is. A page of the same form, with
  // what is wrong in it, is swapped in like any other.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    const part = requestConfig.elt.closest("[hx-select]")?.getAttribute("hx-select");
    if (xhr.status < 400) {
      const told = document.getElementById("told");
      if (told && (requestConfig.verb === "post" || told.dataset.of === "get")) told.remove();
      return;
    }
    const answer = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const sameForm = part && answer.querySelector(part) && !answer.querySelector("[data-refused]");
    event.detail.shouldSwap = Boolean(sameForm);
    if (!sameForm) tell(answer, requestConfig.verb);
  });

  function tell(answer, verb) {
    const notes = [...answer.querySelectorAll("main [role=alert]")];
    const main = document.querySelector("main:not(.wall)");
    if (!main || !notes.length) return;
    document.getElementById("told")?.remove();
    const told = document.createElement("div");
    told.id = "told";
    told.className = "stack";
    told.dataset.of = verb;
    for (const note of notes) for (const control of note.querySelectorAll("button, label")) control.remove();
    told.append(...notes);
    main.prepend(told);
  }

  // --- what keys reach ------------------------------------------------------------------------

  const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

  // A table that scrolls can be scrolled by keyboard: itself takes the focus where nothing in it does.
  function reachable() {
    for (const box of document.querySelectorAll(".tw")) {
      const scrolls = box.scrollWidth > box.clientWidth && !box.querySelector(FOCUSABLE);
      if (scrolls) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  addEventListener("DOMContentLoaded", reachable);

  // Where an address leads to a part of a page, a browser leaves it to us to focus the field in it.
  addEventListener("DOMContentLoaded", () => {
    const part = location.hash && document.getElementById(location.hash.slice(1));
    const field = part && part.querySelector("[autofocus]");
    if (field) field.focus();
  });
  addEventListener("resize", reachable);
  // A part that came anew tells up to which fact the page knows now.
  document.addEventListener("htmx:afterOnLoad", (event) => {
    const position = event.detail.xhr.getResponseHeader("X-Position");
    if (!position) return;
    for (const at of document.querySelectorAll(".live .at")) at.textContent = `#${position}`;
  });

  document.addEventListener("htmx:afterSettle", () => {
    reachable();
    if (lost) connected(false);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const menu = document.querySelector(".more[open]");
    const dialog = document.querySelector(".dialog");
    const back = dialog ? dialog.querySelector("[data-back]") : !typed() && document.querySelector("[data-back]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (back) {
      back.click();
    }
  });

  // What was filled in on a page stays: Escape leaves a form only as it was opened.
  function typed() {
    return [...document.querySelectorAll("main :is(input, textarea, select)")].some((field) =>
      field.type === "hidden" ? false
      : field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
      : field.options ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((each) => each.defaultSelected))
      : field.value !== field.defaultValue);
  }

  document.addEventListener("click", (event) => {
    const menu = document.querySelector(".more[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
    if (event.target.closest("[aria-disabled='true']")) event.preventDefault();
    if (event.target.closest("[data-print]")) window.print();
  });
})();
