import type { FormFields } from './form.ts';
import { invalidRequest } from './problem.ts';

const absent = (name: string) =>
	invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });

/** A text; empty when it is absent and not required. */
export function textField(fields: FormFields, name: string, how: { required?: boolean } = {}): string {
	const value = fields[name];
	if (value === undefined || value === '') {
		if (how.required) throw absent(name);
		return '';
	}
	if (typeof value !== 'string' || value.length > 5000)
		throw invalidRequest(`Invalid string: ${name}`, { param: name });
	return value;
}

export function integerField(fields: FormFields, name: string, how: { required: true }): number;
export function integerField(fields: FormFields, name: string): number | null;
export function integerField(
	fields: FormFields,
	name: string,
	how: { required?: boolean } = {},
): number | null {
	const text = textField(fields, name, how);
	if (text === '') return null;
	if (!/^-?\d{1,15}$/.test(text)) {
		throw invalidRequest(`Invalid integer: ${name}`, { code: 'parameter_invalid_integer', param: name });
	}
	return Number(text);
}

export function booleanField(fields: FormFields, name: string): boolean {
	const text = textField(fields, name);
	if (text !== '' && text !== 'true' && text !== 'false') {
		throw invalidRequest(`Invalid boolean: ${name}`, { param: name });
	}
	return text === 'true';
}

/** Up to 50 texts by name, as Stripe limits them. */
export function metadataField(fields: FormFields): Record<string, string> {
	const entries = Object.entries(groupField(fields, 'metadata'));
	if (entries.length > 50) throw invalidRequest('Metadata has more than 50 keys.', { param: 'metadata' });
	return Object.fromEntries(
		entries.map(([name, value]) => {
			if (typeof value !== 'string' || value.length > 500 || name.length > 40) {
				throw invalidRequest('Invalid metadata.', { param: 'metadata' });
			}
			return [name, value];
		}),
	);
}

/** Fields of a field, `{}` when it is absent. */
export function groupField(fields: FormFields, name: string): FormFields {
	const value = fields[name];
	if (value === undefined || value === '') return {};
	if (typeof value === 'string' || Array.isArray(value))
		throw invalidRequest(`Invalid object: ${name}`, { param: name });
	return value;
}

/** A list of texts, empty when it is absent. */
export function listField(fields: FormFields, name: string): string[] {
	const value = fields[name];
	if (value === undefined || value === '') return [];
	if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
		throw invalidRequest(`Invalid array: ${name}`, { param: name });
	}
	return value;
}
