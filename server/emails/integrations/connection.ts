import { msg } from '#server/platform/messages.ts';
import { failingDays } from '#shared/rules/webhook-types.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ConnectionProps {
	name: string;
	/** Host that is called. */
	host: string;
	link: string;
}

const sample: ConnectionProps = {
	name: 'Bookkeeping',
	host: 'hooks.example.org',
	link: 'https://foyer.example/integrations',
};

/** A message could not be delivered for `failingDays`. */
export const connectionFailing: MailTemplate<ConnectionProps> = {
	name: 'integrations/failing',
	sample,
	render: ({ name, host, link }, { t }) => ({
		subject: t(msg({ message: '{name}: a message could not be delivered' }), { name }),
		preheader: t(msg({ message: 'All retries failed.' })),
		heading: t(msg({ message: 'A message could not be delivered' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'The integration {name} ({host}) did not accept a message, and all retries over {days} days failed. See the log for the reason; once it is fixed, you can send the message again.',
					}),
					{ name, host, days: failingDays },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Open log' })), url: link },
		],
		smallPrint: [
			t(msg({ message: 'You get this email because you manage integrations, at most once a day for each.' })),
		],
	}),
};

/** A connection was switched off. */
export const connectionDisabled: MailTemplate<ConnectionProps> = {
	name: 'integrations/disabled',
	sample,
	render: ({ name, host, link }, { t }) => ({
		subject: t(msg({ message: '{name} was switched off' }), { name }),
		preheader: t(msg({ message: 'Nothing is sent there any more.' })),
		heading: t(msg({ message: 'An integration was switched off' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'The integration {name} ({host}) failed for {days} days, or answered that it is gone for good (410). Nothing more is sent there. Once it works again, resume it: what happened in the last {days} days is sent then.',
					}),
					{ name, host, days: failingDays },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Open integrations' })), url: link },
		],
		smallPrint: [t(msg({ message: 'You get this email because you manage integrations.' }))],
	}),
};

/** Nothing is sent to a mailing list until its people see to it. */
export const mailingListStopped: MailTemplate<ConnectionProps> = {
	name: 'integrations/list-stopped',
	sample: { ...sample, name: 'Newsletter', host: 'api.brevo.com' },
	render: ({ name, host, link }, { t }) => ({
		subject: t(msg({ message: 'The mailing list {name} stopped' }), { name }),
		preheader: t(msg({ message: 'Followers are no longer added or removed there.' })),
		heading: t(msg({ message: 'A mailing list stopped' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Followers are no longer added to the mailing list {name} ({host}), or removed from it. Open integrations to see the reason and how to fix it. Then resume the list: what has changed meanwhile is sent.',
					}),
					{ name, host },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Open integrations' })), url: link },
		],
		smallPrint: [t(msg({ message: 'You get this email because you manage integrations.' }))],
	}),
};
