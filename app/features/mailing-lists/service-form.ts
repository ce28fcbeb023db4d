import { type FieldChecks, useFormCall } from '#app/lib/use-form-call.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type MailingService, mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import type { ListSettings } from './api.ts';
import { useSettingTexts } from './labels.ts';

/** A form of the settings of a service, each of which is required. */
export function useSettingsForm(service: MailingService, send: (settings: ListSettings) => Promise<void>) {
	const texts = Object.entries(useSettingTexts(service));
	return useFormCall({
		labels: Object.fromEntries(texts.map(([name, { label }]) => [name, label])),
		checks: settingChecks(service, Object.fromEntries(texts.map(([name, { missing }]) => [name, missing]))),
		send: (values) => send(settingsFrom(service, values)),
	});
}

/** The settings that a form of a service holds, without what it does not ask for. */
export function settingsFrom(service: MailingService, values: Record<string, string>): ListSettings {
	const { asksFor } = mailingServiceFacts[service];
	const settings = Object.fromEntries(asksFor.map((name) => [name, (values[name] ?? '').trim()]));
	return { apiKey: '', ...settings };
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
