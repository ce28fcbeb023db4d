import { msg } from '#server/platform/messages.ts';
import type { PaymentDetailsChange } from '#shared/rules/payment-details.ts';
import { bankDetailsHours } from '#shared/rules/payment-details.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface PaymentDetailsProps {
	change: PaymentDetailsChange;
	/** Of the organisation. */
	name: string;
	/** Who changed it; empty: an account that is gone. */
	person: string;
	email: string;
	at: Date;
	network: string;
	browser: string | null;
	system: string | null;
	/** The last letters of the IBAN; empty where there is none. */
	ibanEnd: string;
	settingsLink: string;
}

type Text = ReturnType<typeof msg>;
const texts: Record<PaymentDetailsChange, { subject: Text; text: Text }> = {
	'transfer-set': {
		subject: msg({ message: 'New bank details of {name}' }),
		text: msg({ message: 'Buyers who pay by bank transfer see these bank details from now on.' }),
	},
	'transfer-requested': {
		subject: msg({ message: 'Bank details of {name} will change in {hours} hours' }),
		text: msg({
			message:
				'New buyers see the new bank details in {hours} hours, or as soon as another member confirms them. Until then they see the old ones.',
		}),
	},
	'transfer-confirmed': {
		subject: msg({ message: 'New bank details of {name} were confirmed' }),
		text: msg({
			message:
				'A second member confirmed the new bank details. Buyers who pay by bank transfer see them from now on.',
		}),
	},
	'transfer-withdrawn': {
		subject: msg({ message: 'The change of bank details of {name} was cancelled' }),
		text: msg({ message: 'The bank details stay as they were.' }),
	},
	'account-opened': {
		subject: msg({ message: '{name} has a new payment account' }),
		text: msg({
			message: 'Card payments and payouts go through this account once the payment provider approves it.',
		}),
	},
	'account-disconnected': {
		subject: msg({ message: 'The payment account of {name} was disconnected' }),
		text: msg({ message: 'Tickets can’t be paid by card until another account is opened.' }),
	},
};

/** For a change that this version does not know. */
const anyChange = {
	subject: msg({ message: 'Payment details of {name} were changed' }),
	text: msg({ message: 'Check where the money of your organisation goes.' }),
};

/** To the owners of an organisation, when it was changed where its money goes. */
export const paymentDetails: MailTemplate<PaymentDetailsProps> = {
	name: 'organisers/payment-details',
	sample: {
		change: 'transfer-requested',
		name: 'Small Machines e.V.',
		person: 'Grace Hopper',
		email: 'grace@example.org',
		at: new Date('2026-11-27T10:20:00Z'),
		network: '203.0.113.7',
		browser: 'Firefox',
		system: 'Linux',
		ibanEnd: '3000',
		settingsLink: 'https://foyer.example/stripe-connect-demo',
	},
	render(props, { t, formats, productName }) {
		const { name, person, email, network, browser, system, ibanEnd } = props;
		const { subject, text } = Object.hasOwn(texts, props.change) ? texts[props.change] : anyChange;
		const values = { name, hours: bankDetailsHours };
		const device =
			browser && system
				? t(msg({ message: '{browser} on {system}' }), { browser, system })
				: browser || system;
		return {
			subject: t(subject, values),
			preheader: t(msg({ message: 'If you don’t expect this, act now.' })),
			heading: t(subject, values),
			blocks: [
				{ kind: 'text', text: t(text, values) },
				{
					kind: 'facts',
					rows: [
						{
							label: t(msg({ message: 'By', context: 'who did something' })),
							lines: [person || t(msg({ message: 'A former member' })), ...(email ? [email] : [])],
						},
						{
							label: t(msg({ message: 'When' })),
							lines: [`${formats.dateTime(props.at, 'UTC')} UTC`],
						},
						{
							label: t(msg({ message: 'From', context: 'where somebody was' })),
							lines: [t(msg({ message: 'Network {network}' }), { network }), ...(device ? [device] : [])],
						},
						...(ibanEnd
							? [
									{
										label: t(msg({ message: 'IBAN' })),
										lines: [t(msg({ message: 'Ends in {ibanEnd}' }), { ibanEnd })],
									},
								]
							: []),
					],
				},
				{
					kind: 'note',
					text: t(
						msg({
							message:
								'You didn’t expect this? Ask them at once, in person or by phone. Cancel the change or turn off bank transfer in the payment settings, remove the member from your team, and tell them to change their password.',
						}),
					),
				},
				{ kind: 'button', label: t(msg({ message: 'Check payment settings' })), url: props.settingsLink },
			],
			smallPrint: [
				t(msg({ message: 'You get this email because you own {name} on {productName}.' }), {
					name,
					productName,
				}),
			],
		};
	},
};
