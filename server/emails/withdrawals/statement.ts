import { msg } from '#server/platform/messages.ts';
import { fromOrganiser } from '../kit/event-facts.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';

export interface WithdrawalProps {
	organiser: string;
	/** As it was stated. */
	name: string;
	email: string;
	reference: string;
	items: { name: string; quantity: number }[];
	receivedAt: Date;
	/** Of the seller, in which the date and time are given. */
	timeZone: string;
	state: 'received' | 'accepted' | 'declined';
	/** The refund of an accepted one. */
	refundMinor: number;
	currency: string;
	/** The organiser’s words. */
	note: string;
}

const sample: WithdrawalProps = {
	organiser: 'Analytical Society',
	name: 'Ada Lovelace',
	email: 'ada@example.org',
	reference: 'GC-4K7Q-X2MB',
	items: [{ name: '•••• 7XK2', quantity: 1 }],
	receivedAt: new Date('2031-05-02T10:00:00Z'),
	timeZone: 'Europe/Berlin',
	state: 'accepted',
	refundMinor: 5_000,
	currency: 'EUR',
	note: '',
};

/** The statement with all that was said, for those who need to prove it. */
function statementFacts(props: WithdrawalProps, { t, formats }: MailContext) {
	const { name, email, reference, items, receivedAt, timeZone } = props;
	return {
		kind: 'facts' as const,
		rows: [
			{ label: t(msg({ message: 'Received' })), lines: [formats.dateTime(receivedAt, timeZone), timeZone] },
			{ label: t(msg({ message: 'Name' })), lines: [name] },
			{ label: t(msg({ message: 'Order or purchase number' })), lines: [reference] },
			...(items.length > 0
				? [
						{
							label: t(msg({ message: 'Contract' })),
							lines: items.map(({ name: item, quantity }) => `${quantity} × ${item}`),
						},
					]
				: []),
			{ label: t(msg({ message: 'Confirmation sent to' })), lines: [email] },
		],
	};
}

const smallPrint = ({ organiser }: WithdrawalProps, { t }: MailContext) => [
	t(
		msg({
			message:
				'You get this email because a withdrawal from a contract with {organiser} was sent with this address. Keep it: it proves what was sent, and when.',
		}),
		{ organiser },
	),
];

function refundText({ refundMinor, currency }: WithdrawalProps, { t, formats }: MailContext): string {
	return refundMinor > 0
		? t(
				msg({
					message:
						'{amount} is refunded the way it was paid. That can take a few days; if we need your bank account, we ask for it in another email.',
				}),
				{ amount: formats.money(refundMinor, currency) },
			)
		: t(msg({ message: 'If anything was paid, the organiser refunds it.' }));
}

/** The acknowledgement of a statement, on a durable medium: what was said, when it was received, and what happens next. */
export const withdrawalReceivedMail: MailTemplate<WithdrawalProps> = {
	name: 'withdrawals/received',
	sample,
	render(props, mail) {
		const { t } = mail;
		const values = { organiser: props.organiser };
		const isAccepted = props.state === 'accepted';
		const next = isAccepted
			? t(msg({ message: 'Your withdrawal is accepted, and what it is about is cancelled.' }))
			: t(
					msg({
						message:
							'{organiser} checks it and answers you by email. Until then, whatever you bought stays valid.',
					}),
					values,
				);
		return {
			subject: t(msg({ message: 'Your withdrawal was received: {organiser}' }), values),
			preheader: next,
			heading: t(msg({ message: 'We have received your withdrawal' })),
			fromName: fromOrganiser({ organiserName: props.organiser }, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'You withdrew from a contract with {organiser}. This is your statement, and when it was received:',
						}),
						values,
					),
				},
				statementFacts(props, mail),
				{ kind: 'text', text: next },
				...(isAccepted ? [{ kind: 'text' as const, text: refundText(props, mail) }] : []),
			],
			smallPrint: smallPrint(props, mail),
		};
	},
};

/** What the organiser decided about a statement. */
export const withdrawalDecidedMail: MailTemplate<WithdrawalProps> = {
	name: 'withdrawals/decided',
	sample: { ...sample, state: 'declined', note: 'Tickets for a concert have no right of withdrawal.' },
	render(props, mail) {
		const { t } = mail;
		const values = { organiser: props.organiser };
		const isAccepted = props.state === 'accepted';
		const text = isAccepted
			? t(msg({ message: '{organiser} accepted your withdrawal.' }), values)
			: t(msg({ message: '{organiser} declined your withdrawal:' }), values);
		return {
			subject: isAccepted
				? t(msg({ message: 'Your withdrawal was accepted: {organiser}' }), values)
				: t(msg({ message: 'Your withdrawal was declined: {organiser}' }), values),
			preheader: text,
			heading: isAccepted
				? t(msg({ message: 'Your withdrawal is accepted' }))
				: t(msg({ message: 'Your withdrawal was declined' })),
			fromName: fromOrganiser({ organiserName: props.organiser }, mail),
			blocks: [
				{ kind: 'text', text },
				...(props.note === '' ? [] : [{ kind: 'quote' as const, text: props.note }]),
				...(isAccepted ? [{ kind: 'text' as const, text: refundText(props, mail) }] : []),
				statementFacts(props, mail),
			],
			smallPrint: smallPrint(props, mail),
		};
	},
};
