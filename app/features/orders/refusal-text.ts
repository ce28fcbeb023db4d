import { useLingui } from '@lingui/react/macro';
import { catalogueText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { ErrorCode } from '#shared/errors/catalogue.ts';
import type { FieldRefusal, RegistrationFailure } from './registration-answer.ts';

interface Context {
	ticketTypes: readonly TicketType[];
	timeZone: string;
}

/**
 * Says why a registration was refused, in the language of the page and with what is left. Rules are told by their stable names; a rule
 * that is not known here is told in the server's own sentence.
 */
export function useRefusalText({ ticketTypes, timeZone }: Context) {
	const { t, i18n } = useLingui();
	const formats = useFormats();

	function ruleText({ metadata }: RegistrationFailure): string | null {
		const name = ticketTypes.find((type) => type.id === metadata.ticketTypeId)?.name ?? '';
		const count = (key: string) => formats.number(Number(metadata[key] ?? 0));
		switch (metadata.rule) {
			case 'sold-out':
				return soldOutText(name, Number(metadata.left ?? 0));
			case 'not-on-sale-yet': {
				const opens = formats.dateTime(String(metadata.salesStartAt), timeZone);
				return t`${name} isn’t on sale yet. It opens ${opens}.`;
			}
			case 'sale-ended':
				return t`Registration for ${name} has ended.`;
			case 'ticket-type-closed':
				return t`${name} is no longer available.`;
			case 'payment-account-missing':
				return t`${name} isn’t on sale yet.`;
			case 'below-minimum':
				return t`${name}: minimum ${count('minPerOrder')} per order.`;
			case 'above-maximum':
				return t`${name}: limit ${count('maxPerOrder')} per order.`;
			case 'event-cancelled':
				return t`This event was cancelled. Registration is closed.`;
			case 'event-postponed':
				return t`This event was postponed. Registration reopens once there’s a new date.`;
			case 'event-archived':
				return t`Registration for this event has ended.`;
			case 'registers-elsewhere':
				return t`This event takes registrations on another site. Reload the page to register.`;
			default:
				return null;
		}
	}

	function soldOutText(name: string, left: number): string {
		const shown = formats.number(left);
		if (!name) return left <= 0 ? t`This is sold out.` : t`Only ${shown} left.`;
		if (left <= 0) return t`${name} is sold out.`;
		return t`Only ${shown} left of ${name}.`;
	}

	function codeText(code: ErrorCode): string {
		if (code === 'NETWORK_ERROR' || code === 'NETWORK_TIMEOUT') {
			const why = catalogueText(i18n, code);
			return t`${why} Your details are still here, and trying again won’t register you twice.`;
		}
		return catalogueText(i18n, code);
	}

	/** The sentence for one refused field, or for the order as a whole. */
	return (failure: RegistrationFailure, { name, detail }: FieldRefusal): string => {
		const rule = ruleText(failure);
		if (rule) return rule;
		if (name === 'tickets') return t`Choose at least one ticket.`;
		if (name === 'name' && detail?.code === 'VALIDATION_REQUIRED_FIELD') return t`Please enter your name.`;
		if (name === 'email' && detail?.code === 'VALIDATION_REQUIRED_FIELD') return t`Please enter your email.`;
		if (detail && (detail.message === '' || detail.code !== 'VALIDATION_FAILED'))
			return codeText(detail.code);
		if (detail) return detail.message;
		return failure.code === 'BUSINESS_RULE_VIOLATION' ? failure.userMessage : codeText(failure.code);
	};
}
