import type { MessageDescriptor } from '@lingui/core';
import { messagesOf, msg } from '#server/platform/messages.ts';
import { type Formats, formatsFor } from '#shared/lib/formats.ts';
import type { DocumentKind } from '#shared/rules/document-kinds.ts';
import type { PaymentMethod } from '#shared/rules/payment-states.ts';

export const kindTitles: Record<DocumentKind, MessageDescriptor> = {
	receipt: msg({ message: 'Receipt' }),
	invoice: msg({ message: 'Invoice' }),
	credit_note: msg({ message: 'Credit note' }),
	payment_confirmation: msg({ message: 'Payment confirmation' }),
	gift_receipt: msg({ message: 'Donation receipt' }),
	gift_cancellation: msg({ message: 'Cancelled donation receipt' }),
};

export const methodNames: Record<PaymentMethod, MessageDescriptor> = {
	card: msg({ message: 'Card' }),
	transfer: msg({ message: 'Bank transfer' }),
	cash: msg({ message: 'Cash' }),
	gift_card: msg({ message: 'Gift card' }),
	door_card: msg({ message: 'Card at the door' }),
};

/** How a document says things: labels and formats of its language. */
export interface DocumentWords {
	t: (text: MessageDescriptor, values?: Record<string, unknown>) => string;
	formats: Formats;
}

export function wordsOf(language: string): DocumentWords {
	const i18n = messagesOf(language);
	return {
		t: (text, values) => i18n._({ ...text, ...(values && { values }) }),
		formats: formatsFor(language),
	};
}
