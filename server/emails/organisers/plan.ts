import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

/** The change of the plan: paid, refused by the card, in need of a confirmation, refused for the last time, lapsed. */
export type PlanNews = 'paid' | 'refused' | 'confirm' | 'last' | 'lapsed';

export interface PlanMailProps {
	news: PlanNews;
	/** The organisation. */
	name: string;
	planName: string;
	amountMinor: number;
	currency: string;
	/** Until when the plan is paid, or holds unpaid; null: it does not hold. */
	until: Date | null;
	/** True: no real money moves. */
	isTest: boolean;
	planUrl: string;
}

const zone = 'UTC';

/** To the owners of an organisation: what was charged for its plan, and what to do when the card was refused. */
export const planMail: MailTemplate<PlanMailProps> = {
	name: 'organisers/plan',
	sample: {
		news: 'refused',
		name: 'Small Machines e.V.',
		planName: 'Pro',
		amountMinor: 2_900,
		currency: 'EUR',
		until: new Date('2031-05-15T10:00:00Z'),
		isTest: false,
		planUrl: 'https://foyer.example/settings/plan',
	},
	render(props, { t, formats, productName }) {
		const { news, name, planName: plan } = props;
		const amount = formats.money(props.amountMinor, props.currency);
		const until = props.until ? formats.date(props.until, zone) : '';
		const values = { amount, plan, name, until };
		const texts: Record<string, { subject: string; body: string; button: string }> = {
			paid: {
				subject: t(msg({ message: '{amount} paid for the plan {plan}' }), values),
				body: t(
					msg({ message: 'We charged {amount} for the plan {plan}. It is paid until {until}.' }),
					values,
				),
				button: t(msg({ message: 'View plan and bills' })),
			},
			refused: {
				subject: t(msg({ message: 'Payment for your plan was declined' })),
				body: t(
					msg({
						message:
							'Your card was declined for {amount}. We will try again in the next days. The plan {plan} stays active until {until}. To keep it, pay with another card.',
					}),
					values,
				),
				button: t(msg({ message: 'Pay now' })),
			},
			confirm: {
				subject: t(msg({ message: 'Confirm the payment for your plan' })),
				body: t(
					msg({
						message:
							'Your bank asks you to confirm the payment of {amount}. The plan {plan} stays active until {until}. Open your plan and pay to confirm it.',
					}),
					values,
				),
				button: t(msg({ message: 'Confirm payment' })),
			},
			last: {
				subject: t(msg({ message: 'Payment for your plan failed' })),
				body: t(
					msg({
						message:
							'Your card was declined again for {amount}, and we will not try it any more. The plan {plan} stays active until {until}. Choose a plan again to keep it.',
					}),
					values,
				),
				button: t(msg({ message: 'Renew the plan' })),
			},
			lapsed: {
				subject: t(msg({ message: 'Your plan has expired' })),
				body: t(
					msg({
						message:
							'The plan {plan} was not paid and has expired. Events on sale go on, tickets stay valid, and check-in and exports work. You cannot publish new events or use paid features until you renew.',
					}),
					values,
				),
				button: t(msg({ message: 'Renew the plan' })),
			},
		};
		const text = texts[news] ?? { subject: plan, body: '', button: plan };
		return {
			subject: text.subject,
			preheader: text.body,
			heading: name,
			blocks: [
				{ kind: 'text', text: text.body },
				...(props.isTest
					? [{ kind: 'text' as const, text: t(msg({ message: 'Test mode: no real money is charged.' })) }]
					: []),
				{ kind: 'button', label: text.button, url: props.planUrl },
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
