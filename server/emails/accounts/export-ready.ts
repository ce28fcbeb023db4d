import { msg } from '#server/platform/messages.ts';
import { DATA_EXPORT_HOURS } from '#shared/rules/periods.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ExportReadyProps {
	link: string;
}

const values = { hours: DATA_EXPORT_HOURS };

export const exportReady: MailTemplate<ExportReadyProps> = {
	name: 'accounts/export-ready',
	sample: { link: 'https://foyer.example/settings/data' },
	render: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Your data from {productName} is ready' }), { productName }),
		preheader: t(msg({ message: 'Download it within {hours} hours.' }), values),
		heading: t(msg({ message: 'Your data is ready' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'The file with all data stored about you is ready. Log in to download it within {hours} hours.',
					}),
					values,
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Download my data' })), url: link },
		],
		smallPrint: [
			t(
				msg({
					message:
						'Not you? Set a new password: someone else is logged in to your account. The link only works when you’re logged in.',
				}),
			),
		],
	}),
};
