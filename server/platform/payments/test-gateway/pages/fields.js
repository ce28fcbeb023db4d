// The card form of the built-in gateway, in a frame of the checkout. Only published test numbers leave it.
//
// To the parent, at its own origin: { source: 'test-card-fields', type } with
//   ready | resize { height } | change { isComplete } | submit (Enter was pressed)
//   token { id } | invalid { field } | failed
// From the parent: { target: 'test-card-fields', type } with
//   submit (make a token) | focus | clear | theme { scheme: light, dark or system }
// Its address names the colours (`scheme`), the language (`lang`) and the font (`font`, a file of this origin) of the page around it.
const data = JSON.parse(document.getElementById('data').textContent);
const numbers = new Set(data.numbers);
const form = document.querySelector('form');
const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((id) => document.getElementById(id));
const fields = [number, expiry, cvc];
const origin = window.location.origin;
const font = new URLSearchParams(window.location.search).get('font');
let isBusy = false;

const send = (message) => window.parent.postMessage({ source: 'test-card-fields', ...message }, origin);
const digits = (input) => input.value.replace(/\D/g, '');

/** Month and four-digit year, or null. */
function readExpiry() {
	const typed = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(expiry.value.trim());
	if (!typed) return null;
	const month = Number(typed[1]);
	const year = typed[2].length === 2 ? 2000 + Number(typed[2]) : Number(typed[2]);
	if (month < 1 || month > 12) return null;
	const now = new Date();
	const isPast = year * 12 + month - 1 < now.getFullYear() * 12 + now.getMonth();
	return isPast || year > 2100 ? null : { month, year };
}

/** The message key of what is wrong with a field; an empty text when it is right. */
function problemOf(field) {
	if (field === number) return numbers.has(digits(number)) ? '' : 'number';
	if (field === expiry) return readExpiry() ? '' : 'expiry';
	return /^\d{3,4}$/.test(cvc.value.trim()) ? '' : 'cvc';
}

function showProblem(field, key) {
	const line = document.getElementById(`${field.id}-error`);
	line.textContent = key ? data.texts[key] : '';
	line.hidden = !key;
	if (key) field.setAttribute('aria-invalid', 'true');
	else field.removeAttribute('aria-invalid');
}

/** Shows what is wrong, moves to the first field that is, and says whether all are right. */
function check() {
	const wrong = fields.filter((field) => {
		const key = problemOf(field);
		showProblem(field, key);
		return key;
	});
	if (wrong.length === 0) return true;
	wrong[0].focus();
	send({ type: 'invalid', field: wrong[0].id });
	return false;
}

async function submit() {
	if (isBusy || !check()) return;
	isBusy = true;
	const { month, year } = readExpiry();
	try {
		const response = await fetch(data.tokensUrl, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({
				number: digits(number),
				expMonth: month,
				expYear: year,
				cvc: cvc.value.trim(),
			}),
		});
		const { id } = await response.json();
		if (response.ok && typeof id === 'string') send({ type: 'token', id });
		else send({ type: 'failed' });
	} catch {
		send({ type: 'failed' });
	} finally {
		isBusy = false;
	}
}

/** Groups of four, with the cursor still beside the same digit. */
function groupNumber() {
	const before = number.value.slice(0, number.selectionStart ?? undefined).replace(/\D/g, '').length;
	const text = digits(number).slice(0, 19);
	number.value = text.replace(/(\d{4})(?=\d)/g, '$1 ');
	if (document.activeElement !== number) return;
	let position = 0;
	for (let seen = 0; position < number.value.length && seen < before; position += 1) {
		if (/\d/.test(number.value[position])) seen += 1;
	}
	number.setSelectionRange(position, position);
}

function groupExpiry(event) {
	if (event.inputType?.startsWith('delete')) return;
	const text = digits(expiry);
	if (text.length >= 2 && text.length <= 4 && !expiry.value.includes('/')) {
		expiry.value = `${text.slice(0, 2)} / ${text.slice(2)}`;
	}
}

number.addEventListener('input', groupNumber);
expiry.addEventListener('input', groupExpiry);
for (const field of fields) {
	field.addEventListener('input', () => {
		if (!problemOf(field)) showProblem(field, '');
		send({ type: 'change', isComplete: fields.every((each) => !problemOf(each)) });
	});
	field.addEventListener('blur', () => {
		if (field.value.trim() !== '') showProblem(field, problemOf(field));
	});
}

form.addEventListener('submit', (event) => {
	event.preventDefault();
	// In the checkout its own button pays; Enter asks for the same.
	if (window.parent === window) submit();
	else send({ type: 'submit' });
});

document.addEventListener('click', (event) => {
	const choice = event.target.closest('button[data-number]');
	if (!choice) return;
	number.value = choice.dataset.number;
	groupNumber();
	expiry.value = data.exampleExpiry;
	cvc.value = '123';
	for (const field of fields) showProblem(field, '');
	document.getElementById('chosen').textContent = choice.textContent;
	send({ type: 'change', isComplete: true });
});

window.addEventListener('message', ({ data: message, origin: from, source }) => {
	if (from !== origin || source !== window.parent || message?.target !== 'test-card-fields') return;
	if (message.type === 'submit') submit();
	if (message.type === 'theme') document.documentElement.dataset.scheme = message.scheme;
	if (message.type === 'focus') number.focus();
	if (message.type === 'clear') {
		form.reset();
		for (const field of fields) showProblem(field, '');
	}
});

const fontUrl = font && URL.canParse(font, origin) ? new URL(font, origin) : null;
if (fontUrl?.origin === origin) {
	// The form is there before it, and without it.
	new FontFace('Inter', `url(${JSON.stringify(fontUrl.href)})`, { weight: '100 900' }).load().then(
		(face) => document.fonts.add(face),
		() => {},
	);
}

new ResizeObserver(() => send({ type: 'resize', height: document.documentElement.offsetHeight })).observe(
	document.body,
);
send({ type: 'ready' });
