import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '#app/lib/api-client.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { renewToken } from '#app/lib/session.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { turnOnTwoFactor } from '#shared/contracts/auth.ts';
import { useCodeForm } from '../code-form.tsx';

/** Scan, then prove with a first code that the app has it. */
export function SetUpDialog(props: {
	uri: string;
	secret: string;
	confirmed: Confirmed;
	onClose: () => void;
	onDone: (recoveryCodes: string[]) => Promise<void>;
}) {
	const { t } = useLingui();
	const form = useCodeForm(async (code) => {
		const answer = await props.confirmed(() => api.call(turnOnTwoFactor, { body: { code } }));
		if (!answer) return;
		renewToken(answer.token);
		await props.onDone(answer.recoveryCodes);
	});
	const grouped = props.secret.match(/.{1,4}/g)?.join(' ');
	return (
		<Dialog
			isOpen
			onClose={props.onClose}
			title={t`Set up an authenticator app`}
			description={t`Scan this code in your app, then enter the 6-digit code it shows.`}
		>
			<div className="flex flex-col gap-5">
				<QrCode value={props.uri} label={t`QR code for the authenticator app`} className="mx-auto w-56" />
				<div className="flex flex-wrap items-center gap-2 text-sm">
					<p className="min-w-0 flex-1">
						<Trans>Can’t scan it? Enter this key:</Trans>{' '}
						<code className="font-mono break-words" data-testid="two-factor-key">
							{grouped}
						</code>
					</p>
					<CopyButton text={props.secret} label={t`Copy`} />
				</div>
				<Form method="post" errors={form.summary} onSubmit={form.submit}>
					<TextField
						label={t`Code`}
						name="code"
						inputMode="numeric"
						autoComplete="one-time-code"
						maxLength={10}
						error={form.errorOf('code')}
						className="max-w-48"
						required
					/>
					<Button type="submit" isLoading={form.isPending}>
						<Trans>Turn on</Trans>
					</Button>
				</Form>
			</div>
		</Dialog>
	);
}
