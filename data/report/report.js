'use strict';
// Sliders, and a filter whose state is the end of the page's address, like #show=failed&q=holiday.
(function () {
  const main = document.querySelector('main');
  const fields = ['q', 'show', 'sort'].map(function (id) { return document.getElementById(id); });
  const [search, show, sort] = fields;
  const usual = fields.map(function (field) { return field.value; });
  const cards = Array.from(main.children, function (card, at) {
    const head = card.querySelectorAll('h2, .facts, .error, .warnings');
    return {
      card: card, at: at, status: card.dataset.status, warnings: Number(card.dataset.warnings),
      ms: Number(card.dataset.ms), pixels: Number(card.dataset.pixels), name: card.querySelector('h2 a').textContent,
      text: Array.from(head, function (one) { return one.textContent; }).join(' ').toLowerCase()
    };
  });
  const orders = {
    run: function (a, b) { return a.at - b.at; },
    name: function (a, b) { return a.name.localeCompare(b.name, undefined, {numeric: true}) || a.at - b.at; },
    slow: function (a, b) { return b.ms - a.ms || a.at - b.at; },
    large: function (a, b) { return b.pixels - a.pixels || a.at - b.at; }
  };
  let order = 'run';

  function matches(one, words) {
    const state = show.value;
    if (state === 'warned' ? one.warnings === 0 : state !== 'all' && one.status !== state) return false;
    return words.every(function (word) { return one.text.includes(word); });
  }
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const one of cards) {
      one.card.hidden = !matches(one, words);
      shown += one.card.hidden ? 0 : 1;
    }
    if (sort.value !== order) {
      order = sort.value;
      for (const one of cards.slice().sort(orders[order])) main.append(one.card);
    }
    document.getElementById('shown').textContent = shown + ' of ' + cards.length;
  }
  function remember() {
    const state = new URLSearchParams();
    fields.forEach(function (field, i) { if (field.value !== usual[i]) state.set(field.id, field.value); });
    const text = state.toString();
    history.replaceState(null, '', text ? '#' + text : location.pathname + location.search);
  }
  function recall() {
    if (!location.hash.includes('=')) return;
    const state = new URLSearchParams(location.hash.slice(1));
    fields.forEach(function (field, i) {
      field.value = state.get(field.id) || usual[i];
      if (!field.value) field.value = usual[i]; // a select has no such choice
    });
  }

  document.getElementById('filter').addEventListener('input', function () { filter(); remember(); });
  document.getElementById('filter').addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', function () { recall(); filter(); });
  main.addEventListener('input', function (event) {
    if (event.target.type === 'range') event.target.parentNode.style.setProperty('--x', event.target.value + '%');
  });
  recall();
  filter();
})();
