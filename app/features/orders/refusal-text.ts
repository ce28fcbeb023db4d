import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { catalogueText } from '#app/lib/error-text.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { ErrorCode } from '#shared/errors/catalogue.ts';
import type { Formats } from '#shared/lib/formats.ts';
import type { FieldRefusal, RegistrationFailure } from './registration-answer.ts';

interface Context {
	ticketTypes: readonly TicketType[];
	timeZone: string;
	i18n: I18n;
	formats: Formats;
}

/**
 * Why a registration was refused, in the language of the page and with the remaining quantities. Known rules have texts here; for others
 * the server's message is shown.
 */
export function refusalText(
	failure: RegistrationFailure,
	{ name, detail }: FieldRefusal,
	{ ticketTypes, timeZone, i18n, formats }: Context,
): string {
	function ruleText({ metadata }: RegistrationFailure): string | null {
		const name = ticketTypes.find((type) => type.id === metadata.ticketTypeId)?.name ?? '';
		const count = (key: string) => formats.number(Number(metadata[key] ?? 0));
		switch (metadata.rule) {
			case 'sold-out':
				return soldOutText(name, Number(metadata.left ?? 0));
			case 'not-on-sale-yet': {
				const opens = formats.dateTime(String(metadata.salesStartAt), timeZone);
				return i18n._(msg`${name} isn’t on sale yet. It opens ${opens}.`);
			}
			case 'sale-ended':
				return i18n._(msg`Registration for ${name} has ended.`);
			case 'ticket-type-closed':
				return i18n._(msg`${name} is no longer available.`);
			case 'payment-account-missing':
				return i18n._(msg`${name} isn’t on sale yet.`);
			case 'below-minimum':
				return i18n._(msg`${name}: minimum ${count('minPerOrder')} per order.`);
			case 'above-maximum':
				return i18n._(msg`${name}: limit ${count('maxPerOrder')} per order.`);
			case 'event-cancelled':
				return i18n._(msg`This event was cancelled. Registration is closed.`);
			case 'event-postponed':
				return i18n._(msg`This event was postponed. Registration reopens once there’s a new date.`);
			case 'event-archived':
				return i18n._(msg`Registration for this event has ended.`);
			case 'registers-elsewhere':
				return i18n._(msg`This event takes registrations on another site. Reload the page to register.`);
			default:
				return null;
		}
	}

	function soldOutText(name: string, left: number): string {
		const shown = formats.number(left);
		if (!name) return left <= 0 ? i18n._(msg`This is sold out.`) : i18n._(msg`Only ${shown} left.`);
		if (left <= 0) return i18n._(msg`${name} is sold out.`);
		return i18n._(msg`Only ${shown} left of ${name}.`);
	}

	function codeText(code: ErrorCode): string {
		if (code === 'NETWORK_ERROR' || code === 'NETWORK_TIMEOUT') {
			const why = catalogueText(i18n, code);
			return i18n._(msg`${why} Your details are still here, and trying again won’t register you twice.`);
		}
		return catalogueText(i18n, code);
	}

	const rule = ruleText(failure);
	if (rule) return rule;
	if (name === 'tickets') return i18n._(msg`Choose at least one ticket.`);
	if (name === 'name' && detail?.code === 'VALIDATION_REQUIRED_FIELD')
		return i18n._(msg`Please enter your name.`);
	if (name === 'email' && detail?.code === 'VALIDATION_REQUIRED_FIELD')
		return i18n._(msg`Please enter your email.`);
	if (detail && (detail.message === '' || detail.code !== 'VALIDATION_FAILED')) return codeText(detail.code);
	if (detail) return detail.message;
	return failure.code === 'BUSINESS_RULE_VIOLATION' ? failure.userMessage : codeText(failure.code);
}
