// What the pages of the site have where scripts run: a search in long tables, sorting, refreshing.
// Every page works without it.

"use strict";

(() => {
  const LONG = 12; // rows from which a table has a search
  const EVERY = 20000; // milliseconds between two looks at what changed

  const words = document.body.dataset;

  // --- search ---------------------------------------------------------------------------------

  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  function search(table) {
    const rows = [...table.tBodies[0].rows];
    if (rows.length < LONG) return;
    const label = document.createElement("label");
    label.className = "field site-search";
    const said = document.createElement("span");
    said.textContent = words.search;
    const input = document.createElement("input");
    input.type = "search";
    const found = document.createElement("span");
    found.className = "vh";
    found.setAttribute("role", "status");
    label.append(said, input);
    table.closest(".tw").before(label, found);
    input.addEventListener("input", () => {
      const wanted = plain(input.value).split(/\s+/).filter(Boolean);
      let n = 0;
      for (const row of rows) {
        const text = plain(row.textContent);
        row.hidden = !wanted.every((word) => text.includes(word));
        n += row.hidden ? 0 : 1;
      }
      found.textContent = wanted.length ? String(n) : "";
    });
  }

  // --- sorting --------------------------------------------------------------------------------

  const PARTS = { "¼": 0.25, "½": 0.5, "¾": 0.75 };

  function amount(text) {
    const match = /^(-?\d*)([¼½¾]?)(?:[.,](\d+))?$/.exec(text.trim());
    if (!match || !text.trim()) return null;
    return Number(match[1] || 0) + (PARTS[match[2]] || 0) + Number(`0.${match[3] || 0}`);
  }

  function sortable(table) {
    for (const heading of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => sort(table, heading));
    }
  }

  function sort(table, heading) {
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const at = heading.cellIndex;
    const value = (row) => row.cells[at].textContent.trim();
    const compare = (one, other) => {
      const [a, b] = [amount(value(one)), amount(value(other))];
      if (a !== null && b !== null) return a - b;
      return value(one).localeCompare(value(other), document.documentElement.lang);
    };
    const rows = [...table.tBodies[0].rows].sort((a, b) => (down ? compare(b, a) : compare(a, b)));
    table.tBodies[0].append(...rows);
  }

  // --- checking -------------------------------------------------------------------------------

  // What checks results is fetched when somebody wants to: few do, and it is larger than the page.
  function fetched(check) {
    for (const address of check.dataset.scripts.split(" ").filter(Boolean)) {
      const script = document.createElement("script");
      script.src = address;
      script.async = false;
      document.head.append(script);
    }
  }

  function prepare(main) {
    for (const table of main.querySelectorAll("table")) {
      if ("searched" in table.dataset) search(table);
      if ("sortable" in table.dataset) sortable(table);
    }
    const check = main.querySelector("#check");
    check?.addEventListener("toggle", () => fetched(check), { once: true });
    if (check && location.hash === "#check") check.open = true;
  }

  // --- refreshing -----------------------------------------------------------------------------

  // The file that changes with every fact: the folder of the site is that of this script.
  const newest = new URL(`../data/${words.watched}/tournament.json`, document.currentScript.src);
  let seen = null;

  async function look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(newest, { cache: "no-cache" });
      const { position } = await answer.json();
      if (seen !== null && position !== seen) await renew();
      seen = position;
    } catch {
      // no network: the page stays, and says of when it is
    }
  }

  async function renew() {
    const main = document.getElementById("main");
    if (main.querySelector("input[type=search]:focus, [aria-sort], #check[open], #beside")) return;
    if ([...main.querySelectorAll("input[type=search]")].some((input) => input.value)) return;
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("main");
    if (!fresh) return;
    prepare(fresh);
    main.replaceWith(fresh);
  }

  prepare(document.getElementById("main"));
  if (words.watched && location.protocol.startsWith("http")) {
    look();
    setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
  }
})();
