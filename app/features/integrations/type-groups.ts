import { useLingui } from '@lingui/react/macro';
import { type AcceptedType, currentType, type WebhookType } from '#shared/rules/webhook-types.ts';

type Subject = WebhookType extends infer T ? (T extends `${infer S}.${string}` ? S : never) : never;

const others = 'others';

/** The group of each subject, the first part of the name of a type. */
const groupOfSubject = {
	...{ event: 'events', registration: 'guests', group: 'guests', guest: 'guests', ticket: 'guests' },
	...{ order: 'money', refund: 'money', donation: 'money', payout: 'money', gift_card: 'money' },
	...{ fundraiser: 'money', withdrawal: 'money', waitlist: 'waitlists', check_in: 'door' },
	...{ consent: others, message: others, report: others },
} as const satisfies Record<Subject, string>;

/** Groups of message types, in the order in which they are shown. */
export function useTypeGroups(): { label: string; has: (type: AcceptedType) => boolean }[] {
	const { t } = useLingui();
	const labels: Record<(typeof groupOfSubject)[Subject], string> = {
		events: t`Events`,
		guests: t`Registrations and guests`,
		money: t`Payments and refunds`,
		waitlists: t`Waitlists`,
		door: t`Check-in`,
		others: t`Consents, messages and reports`,
	};
	return Object.entries(labels).map(([group, label]) => ({
		label,
		has: (type) => groupOfSubject[currentType<AcceptedType>(type).split('.')[0] as Subject] === group,
	}));
}
