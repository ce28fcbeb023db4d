import { msg } from '#server/platform/messages.ts';
import type { MailContent } from '../kit/content.ts';
import type { MailContext } from '../kit/render-mail.ts';

/** What an administrator decided about an organisation. */
export interface DecisionProps {
	/** Of the organisation. */
	name: string;
	/** Empty where something is allowed again. */
	reason: string;
	/** Where to answer, or where to go on. */
	actionUrl: string;
}

/** An email to owners about a decision of an administrator, with its reason. */
export const decisionMail = (
	{ name, reason, actionUrl }: DecisionProps,
	{ t, productName }: MailContext,
	{ subject, text, label }: { subject: string; text: string; label: string },
): MailContent => ({
	subject,
	preheader: reason,
	heading: name,
	blocks: [
		{ kind: 'text', text },
		...(reason === '' ? [] : [{ kind: 'quote' as const, text: reason }]),
		{ kind: 'button', label, url: actionUrl },
	],
	smallPrint: [
		t(msg({ message: 'You get this email because you own {name} on {productName}.' }), { name, productName }),
	],
});
