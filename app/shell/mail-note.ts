import { useLingui } from '@lingui/react/macro';
import { useSite } from './site.ts';

/** What is written to: an event's people, or those of one order. */
interface MailedTo {
	/** Organisations for trying out send nothing. */
	isSandbox: boolean;
	/** Of the people concerned; empty texts and undefined: none. Left out where people are many. */
	addresses?: readonly string[];
}

/**
 * Why people get no email of what is about to be done, as a sentence for the dialog that asks; null: they get one. Dialogs say one or the other,
 * and never promise an email that is not sent.
 */
export function useMailNote({ isSandbox, addresses }: MailedTo): string | null {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	if (isSandbox) return t`No email is sent: this is a sandbox.`;
	if (addresses?.every((address) => address === '')) return t`No email is sent: no email address is known.`;
	return hasEmail ? null : t`Email isn’t set up on this site yet. Emails go out once it is.`;
}

/** The addresses that emails about an order go to. */
export const addressesOf = (order: {
	buyer: { email: string };
	attendees: readonly { email: string }[];
}): string[] => [order.buyer.email, ...order.attendees.map(({ email }) => email)];
