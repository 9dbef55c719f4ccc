// What is declared on this page, and what one tap changes of it.
//
// It stands in the form's fields, and in the address, so that the page can be left and come back to. That the
// deck is empty is kept for the rest of the hand.
(function () {
  'use strict';

  const companion = window.companion || {};
  const view = companion.sumView;
  if (!view || companion.sum) return;

  const form = view.form;
  const url = form.getAttribute('action');
  const NAMES = ['cards', 'hand', 'deck', 'all', 'none'];
  const MOST_CARDS = 54;
  const state = printedState();

  // ---- fields and address

  function field(name) {
    return form.querySelector('input[name="' + name + '"]');
  }

  function printedState() {
    const read = (name) => field(name).getAttribute('value'); // a browser may restore the value itself
    return {
      cards: read('cards').split(' ').filter(Boolean), hand: Number(read('hand')),
      deck: read('deck') !== '', all: read('all') !== '', none: read('none') !== '',
    };
  }

  function fields(more) {
    const said = { cards: state.cards.join(' '), hand: state.hand || '' };
    ['deck', 'all', 'none'].forEach((name) => { said[name] = state[name] ? '1' : ''; });
    return Object.assign(said, more);
  }

  function address(said) {
    const names = Object.keys(said).filter((name) => said[name] !== '');
    const query = names.map((name) => name + '=' + encodeURIComponent(said[name])).join('&');
    return query ? url + '?' + query : url;
  }

  function keepInAddress() {
    const here = address(fields(form.dataset.hand ? { deck: '' } : {}));
    if (here === location.pathname + location.search) return;
    try {
      history.replaceState(null, '', here);
    } catch (error) { /* some browsers allow only so many a minute */ }
  }

  function show(isWrong) {
    const said = fields();
    NAMES.forEach((name) => field(name).setAttribute('value', said[name]));
    view.show(state, isWrong);
    keepInAddress();
  }

  // ---- an empty deck stays empty for the rest of the hand

  function deck(act, otherwise) {
    try {
      return act(sessionStorage, 'companion:deck-empty:' + form.dataset.hand);
    } catch (error) {
      return otherwise; // the page alone remembers it
    }
  }

  function keepDeck() {
    if (!form.dataset.hand) return;
    deck((storage, key) => (state.deck ? storage.setItem(key, '1') : storage.removeItem(key)));
  }

  function isDeckKept() {
    return Boolean(form.dataset.hand) && deck((storage, key) => storage.getItem(key) === '1', state.deck);
  }

  function followHand(hand) {
    if (hand === form.dataset.hand) return false;
    form.dataset.hand = hand;
    state.deck = isDeckKept();
    show();
    return true;
  }

  // ---- what one tap does

  const taps = {
    add(card) {
      if (state.cards.length < MOST_CARDS) state.cards.push(card);
    },
    drop(place) {
      state.cards.splice(place, 1);
      if (place === state.hand) state.hand = 0;
      else if (place < state.hand) state.hand -= 1;
    },
    mark(place) {
      state.hand = place;
    },
    clear() {
      Object.assign(state, { cards: [], hand: 0, all: false });
    },
    flip(name) {
      state[name] = !state[name];
      keepDeck();
    },
  };

  if (state.deck) keepDeck();
  else if (isDeckKept()) {
    state.deck = true;
    show();
  }

  companion.sum = { state: state, taps: taps, fields: fields, address: address, show: show, followHand: followHand };
})();
