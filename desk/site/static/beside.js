// Two players beside each other, from the pages of both: where these come from a web server. From a
// folder that was opened as files a browser gives a script none of them, and what to do stays there.

"use strict";

(() => {
  const part = document.getElementById("beside");
  const [help, form, shown] = part.children;
  const [round, opponent, result] = part.dataset.columns.split(",").map(Number);
  const [one, other] = form.elements;
  const links = shown.querySelectorAll("li a");
  const [between, common] = shown.querySelectorAll("table");

  const address = (number) => `player/${number}/index.html`;

  // A card: its name, what stands below it, and its rounds by the number of the opponent.
  async function card(number) {
    const answer = await fetch(address(number), { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const met = new Map();
    for (const { cells } of page.querySelector("#main tbody")?.rows ?? []) {
      const link = cells[opponent].querySelector("a");
      const against = Number(/(\d+)\/index\.html$/.exec(link?.getAttribute("href") ?? "")?.[1]);
      if (!against) continue;
      const game = { round: cells[round].textContent, result: cells[result].textContent };
      met.set(against, [...(met.get(against) ?? []), { ...game, name: link.textContent }]);
    }
    const text = (where) => page.querySelector(`#main ${where}`)?.textContent ?? "";
    return { number, name: text("h1"), about: text(".sub"), met };
  }

  function fill(table, rows, names, places) {
    names.forEach((name, at) => (table.tHead.rows[0].cells[places[at]].textContent = name));
    table.tBodies[0].replaceChildren(
      ...rows.map((texts) => {
        const row = document.createElement("tr");
        texts.forEach((text, at) => {
          const cell = document.createElement(at ? "td" : "th");
          cell.append(text);
          row.append(cell);
        });
        return row;
      }),
    );
    const frame = table.closest(".tw");
    frame.hidden = !rows.length;
    frame.nextElementSibling.hidden = rows.length > 0;
  }

  function way(number, name) {
    const link = document.createElement("a");
    link.href = address(number);
    link.textContent = name;
    return link;
  }

  const all = (games, key) => games.map((game) => game[key]).join(", ");

  function show(a, b) {
    [a, b].forEach((player, at) => {
      links[at].href = address(player.number);
      links[at].textContent = player.name;
      links[at].nextElementSibling.textContent = player.about;
    });
    const names = [a.name, b.name];
    const theirs = new Map((b.met.get(a.number) ?? []).map((game) => [game.round, game.result]));
    const own = a.met.get(b.number) ?? [];
    const games = own.map((game) => [game.round, game.result, theirs.get(game.round) ?? ""]);
    fill(between, games, names, [1, 2]);
    const both = [...a.met].filter(([number]) => b.met.has(number));
    const met = both.map(([number, mine]) => {
      const yours = b.met.get(number);
      const said = [mine, yours].flatMap((of) => [all(of, "result"), all(of, "round")]);
      return [way(number, mine[0].name), ...said];
    });
    fill(common, met, names, [1, 3]);
  }

  async function chosen() {
    const [a, b] = [Number(one.value), Number(other.value)];
    const ready = a && b && a !== b;
    shown.hidden = true;
    if (!ready) return;
    try {
      const cards = await Promise.all([card(a), card(b)]);
      if (a !== Number(one.value) || b !== Number(other.value)) return; // others were chosen since
      show(...cards);
      shown.hidden = false;
      help.hidden = true;
    } catch {
      help.hidden = false; // no network, or the pages are away
    }
  }

  function kept() {
    const query = `?${new URLSearchParams(new FormData(form))}`;
    history.replaceState(null, "", location.pathname + query);
    leads(query);
  }

  function leads(query) {
    const language = document.querySelector(".site-other");
    if (language) language.search = query;
  }

  if (!location.protocol.startsWith("http")) return;
  for (const option of [...one.options].slice(1)) other.append(option.cloneNode(true));
  const asked = new URLSearchParams(location.search);
  one.value = asked.get("a") ?? "";
  other.value = asked.get("b") ?? "";
  for (const select of [one, other]) if (select.selectedIndex < 0) select.selectedIndex = 0;
  help.hidden = true;
  form.hidden = false;
  leads(location.search);
  form.addEventListener("change", () => {
    kept();
    chosen();
  });
  chosen();
})();
