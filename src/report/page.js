"use strict";
// Steps through the games. A ply is [move, changes, score]; changes are squares, each followed by
// the man that stands there then: twice its kind, one more if black, -1 for none.
(() => {
  const find = (id) => document.getElementById(id);
  const { kinds, squares, games } = JSON.parse(find("games").textContent);
  const svg = document.querySelector(".board svg");
  const sides = [find("men-w"), find("men-b")];
  const rects = squares.map((name) => svg.querySelector(`rect[data-square="${name}"]`));
  const disc = svg.querySelector(".side-to-move");
  const below = Number(disc.getAttribute("cy"));
  const above = 50;
  const inset = 5;
  let game = games[0];
  let ply = 0;

  games.forEach((one, number) => {
    const option = new Option(
      `${one.pair + 1}.${one.game + 1}  ${one.white} – ${one.black}  ${one.result}  ${one.reason}`,
      number,
    );
    find("game").add(option);
  });

  const blackToMove = (at) => (at % 2 === 1) !== game.blackBegins;

  const menAt = (at) => {
    const men = new Map();
    const apply = (changes) => {
      for (let i = 0; i < changes.length; i += 2) men.set(changes[i], changes[i + 1]);
    };
    apply(game.men);
    game.plies.slice(0, at).forEach((one) => apply(one[1]));
    return men;
  };

  const show = (at) => {
    ply = Math.max(0, Math.min(at, game.plies.length));
    sides.forEach((side) => side.replaceChildren());
    for (const [square, man] of menAt(ply)) {
      if (man < 0) continue;
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", "#" + kinds[man >> 1][0]);
      use.setAttribute("x", Number(rects[square].getAttribute("x")) + inset);
      use.setAttribute("y", Number(rects[square].getAttribute("y")) + inset);
      use.setAttribute("width", 100 - 2 * inset);
      use.setAttribute("height", 100 - 2 * inset);
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      title.textContent = `${man & 1 ? "black" : "white"} ${kinds[man >> 1][1]}, ${squares[square]}`;
      use.append(title);
      sides[man & 1].append(use);
    }
    rects.forEach((rect) => rect.classList.remove("moved"));
    if (ply > 0) {
      const changes = game.plies[ply - 1][1];
      for (let i = 0; i < changes.length; i += 2) rects[changes[i]].classList.add("moved");
    }
    disc.setAttribute("cy", blackToMove(ply) ? above : below);
    disc.setAttribute("fill", blackToMove(ply) ? "#1c1c1c" : "#ffffff");
    find("ply").value = ply;
    find("moves").querySelectorAll("button").forEach((button, number) => {
      if (number + 1 === ply) {
        button.setAttribute("aria-current", "true");
        const list = find("moves");
        list.scrollTop = button.offsetTop - list.clientHeight / 2;
      } else button.removeAttribute("aria-current");
    });
    say();
    svg.querySelector("desc").textContent = find("said").textContent;
    history.replaceState(null, "", `#${game.pair + 1}.${game.game + 1}.${ply}`);
  };

  const say = () => {
    const words = [];
    if (ply === 0) words.push("Where the game begins.");
    else {
      const [move, , score] = game.plies[ply - 1];
      const mover = blackToMove(ply - 1) ? game.black : game.white;
      words.push(`${ply} of ${game.plies.length}: ${move}`);
      words.push(ply <= game.opening ? "opening" : mover);
      if (score !== null) words.push(`score ${score > 0 ? "+" : ""}${score}`.replace("-", "−"));
    }
    if (ply === game.plies.length) {
      words.push(`${game.result}, ${game.reason}${game.detail ? ": " + game.detail : ""}`);
    }
    find("said").textContent = words.join(" · ");
  };

  const list = () => {
    const cells = [];
    const shift = game.blackBegins ? 1 : 0;
    const number = (text) => {
      const span = document.createElement("span");
      span.textContent = text;
      cells.push(span);
    };
    game.plies.forEach((one, at) => {
      if ((at + shift) % 2 === 0 || at === 0) number(`${((at + shift) >> 1) + 1}.`);
      if (at === 0 && shift) number("…");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one[0];
      button.title = one[0];
      if (at < game.opening) button.className = "book";
      button.addEventListener("click", () => show(at + 1));
      cells.push(button);
    });
    find("moves").replaceChildren(...cells);
  };

  const choose = (number, at) => {
    game = games[number];
    find("game").value = number;
    find("ply").max = game.plies.length;
    list();
    show(at);
  };

  const step = (by) => choose((Number(find("game").value) + by + games.length) % games.length, 0);
  find("game").addEventListener("change", (event) => choose(Number(event.target.value), 0));
  find("earlier").addEventListener("click", () => step(-1));
  find("later").addEventListener("click", () => step(1));
  find("first").addEventListener("click", () => show(0));
  find("back").addEventListener("click", () => show(ply - 1));
  find("forward").addEventListener("click", () => show(ply + 1));
  find("last").addEventListener("click", () => show(game.plies.length));
  find("ply").addEventListener("input", (event) => show(Number(event.target.value)));
  document.addEventListener("keydown", (event) => {
    if (["SELECT", "INPUT"].includes(event.target.tagName)) return;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.plies.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });

  // A link may name a game and a place in it: #pair.game.ply
  const [pair, which, at] = location.hash.slice(1).split(".").map(Number);
  const wanted = games.findIndex((one) => one.pair + 1 === pair && one.game + 1 === which);
  choose(Math.max(0, wanted), wanted >= 0 && at ? at : 0);
})();
