import { msg } from '#server/platform/messages.ts';
import type { PlanQuota } from '#shared/rules/plans.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface PlanLimitProps {
	quota: PlanQuota;
	percent: 80 | 100;
	limit: number;
	/** The organisation. */
	name: string;
	planName: string;
	/** Of `attendeesPerEvent`: the event. */
	eventTitle: string;
	planUrl: string;
}

/** To the owners of an organisation: a limit of its plan is nearly used, or reached, and what happens then. */
export const planLimitMail: MailTemplate<PlanLimitProps> = {
	name: 'organisers/plan-limit',
	sample: {
		quota: 'attendeesPerEvent',
		percent: 80,
		limit: 100,
		name: 'Small Machines e.V.',
		planName: 'Free',
		eventTitle: 'Robots for beginners',
		planUrl: 'https://foyer.example/settings/plan',
	},
	render(props, { t, formats, productName }) {
		const { quota, percent, name, planName: plan, eventTitle: event } = props;
		const values = { plan, name, event, limit: formats.number(props.limit) };
		const isFull = percent === 100;
		const texts: Record<string, { subject: string; body: string }> &
			Record<PlanQuota, { subject: string; body: string }> = {
			liveEvents: {
				subject: isFull
					? t(msg({ message: 'All live events of your plan are in use' }))
					: t(msg({ message: '80 % of your live events are in use' })),
				body: t(
					msg({
						message:
							'The plan {plan} allows {limit} live events at a time. To publish more, upgrade or wait until one is over. Nothing changes for the events on sale.',
					}),
					values,
				),
			},
			staffLinks: {
				subject: isFull
					? t(msg({ message: 'All staff links of your plan are in use' }))
					: t(msg({ message: '80 % of your staff links are in use' })),
				body: t(
					msg({
						message:
							'The plan {plan} allows {limit} staff links. To make more, upgrade or end one that is not needed. The links that exist go on working.',
					}),
					values,
				),
			},
			attendeesPerEvent: {
				subject: isFull
					? t(msg({ message: '{event} is full: the limit of your plan is reached' }), values)
					: t(msg({ message: '{event}: 80 % of the guests of your plan' }), values),
				body: isFull
					? t(
							msg({
								message:
									'{event} has {limit} guests, as many as the plan {plan} allows. Visitors read that it is sold out. When you upgrade, it is on sale again within seconds.',
							}),
							values,
						)
					: t(
							msg({
								message:
									'The plan {plan} allows {limit} guests per event, and {event} has four fifths of them. At the limit, visitors read that it is sold out. Upgrade before then to keep it on sale.',
							}),
							values,
						),
			},
		};
		const { subject, body } = texts[quota as string] ?? texts.liveEvents;
		return {
			subject,
			preheader: body,
			heading: name,
			blocks: [
				{ kind: 'text', text: body },
				{ kind: 'button', label: t(msg({ message: 'See plans' })), url: props.planUrl },
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
