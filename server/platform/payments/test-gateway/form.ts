import { invalidRequest } from './problem.ts';

/** What a form field can be: text, a list, or fields of its own. */
export type FormValue = string | FormValue[] | FormFields;
export interface FormFields {
	[name: string]: FormValue;
}

/**
 * Reads `a[b][c]=1&list[0]=2&list[]=3` as Stripe's API does. The names come from the network: fields are objects without a prototype, and
 * depth and number are limited.
 */
export function parseForm(text: string): FormFields {
	const root = emptyFields();
	const pairs = [...new URLSearchParams(text)];
	if (pairs.length > 1000) throw invalidRequest('Too many parameters.');
	for (const [name, value] of pairs) {
		const [head = '', ...rest] = name.split('[');
		const path = [head, ...rest.map((part) => part.replace(/\]$/, ''))];
		if (path.length > 8) throw invalidRequest('Parameters are nested too deeply.', { param: name });
		put(root, path, value);
	}
	return toLists(root) as FormFields;
}

const emptyFields = (): FormFields => Object.create(null) as FormFields;

function put(root: FormFields, path: string[], value: string): void {
	let fields = root;
	for (const part of path.slice(0, -1)) {
		const next = fields[part];
		if (typeof next === 'string' || Array.isArray(next))
			throw invalidRequest('A parameter is given in two forms.');
		const inner = next ?? emptyFields();
		fields[part] = inner;
		fields = inner;
	}
	const last = path.at(-1) as string;
	fields[last === '' ? String(Object.keys(fields).length) : last] = value;
}

/** Fields named 0, 1, 2 … are a list. */
function toLists(value: FormValue): FormValue {
	if (typeof value === 'string' || Array.isArray(value)) return value;
	const names = Object.keys(value);
	if (names.length > 0 && names.every((name) => /^\d{1,3}$/.test(name))) {
		return names.sort((a, b) => Number(a) - Number(b)).map((name) => toLists(value[name] as FormValue));
	}
	for (const name of names) value[name] = toLists(value[name] as FormValue);
	return value;
}
