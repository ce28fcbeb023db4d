import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type DecisionProps, decisionMail } from './decision-mail.ts';

export interface PaymentsStoppedProps extends DecisionProps {
	isStopped: boolean;
}

/** To the owners of an organisation whose payments an administrator stopped, or resumed. */
export const paymentsStopped: MailTemplate<PaymentsStoppedProps> = {
	name: 'organisers/payments-stopped',
	sample: {
		name: 'Small Machines e.V.',
		isStopped: true,
		reason: 'Buyers report that the concert is not known at its venue.',
		actionUrl: 'https://foyer.example/contact',
	},
	render: ({ isStopped, ...props }, mail) => {
		const { t } = mail;
		const { name } = props;
		return decisionMail(
			props,
			mail,
			isStopped
				? {
						subject: t(msg({ message: 'Payments to {name} were stopped' }), { name }),
						text: t(
							msg({
								message:
									'An administrator stopped payments to your organisation. Nothing is sold by card or bank transfer and monthly donations wait. Refunds and check-in still work, and tickets already sold stay valid.',
							}),
						),
						label: t(msg({ message: 'Contact us' })),
					}
				: {
						subject: t(msg({ message: 'Payments to {name} are possible again' }), { name }),
						text: t(
							msg({
								message:
									'An administrator resumed payments to your organisation. Tickets and donations can be paid for again.',
							}),
						),
						label: t(msg({ message: 'Open your payment account' })),
					},
		);
	},
};
