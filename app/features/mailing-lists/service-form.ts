import type { FieldChecks } from '#app/lib/use-form-call.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type MailingService, mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import type { ListSettings } from './api.ts';

/** The settings that a form of a service holds, without what it does not ask for. */
export function settingsFrom(service: MailingService, values: Record<string, string>): ListSettings {
	const { asksFor } = mailingServiceFacts[service];
	const asked = Object.fromEntries(asksFor.map((name) => [name, (values[name] ?? '').trim()]));
	return { apiKey: '', ...asked };
}

/** Each field that a service asks for must be filled in. */
export function settingChecks(service: MailingService, missing: Record<string, string>): FieldChecks {
	return Object.fromEntries(
		mailingServiceFacts[service].asksFor.map((name) => [
			name,
			(value: string) => (value.trim() ? undefined : missing[name]),
		]),
	);
}

/** The field that a refusal by a rule is about. */
const fieldOfRule: Record<string, string> = {
	'key-refused': 'apiKey',
	'not-allowed': 'apiKey',
	'another-account': 'apiKey',
	'service-unreachable': 'address',
	'list-connected': 'listId',
	'list-gone': 'listId',
};

/**
 * A refusal as an error of the field that it is about: those of settings by their own names, rules by what they are about. What is about
 * no field stays as it is.
 */
export function atFields(error: unknown): unknown {
	if (!(error instanceof AppError)) return error;
	const { rule } = error.metadata;
	const field = typeof rule === 'string' ? fieldOfRule[rule] : undefined;
	const details = error.details.map((one) => ({ ...one, field: one.field.replace(/^settings\./, '') }));
	if (field && details.length === 0) details.push({ field, message: error.userMessage, code: error.code });
	if (details.length === 0) return error;
	const { code, status, userMessage, metadata } = error;
	return new AppError(code, { status, userMessage, metadata, details });
}
