import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DocumentKind } from '#shared/rules/document-kinds.ts';

export const documentKindLabels: Record<DocumentKind, MessageDescriptor> = {
	receipt: msg`Receipt`,
	invoice: msg`Invoice`,
	credit_note: msg`Credit note`,
	payment_confirmation: msg`Payment confirmation`,
	gift_receipt: msg`Donation receipt`,
	gift_cancellation: msg`Cancelled donation receipt`,
};
