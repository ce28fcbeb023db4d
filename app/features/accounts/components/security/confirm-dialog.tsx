import { Trans, useLingui } from '@lingui/react/macro';
import { useSecurity } from '#app/features/accounts/security.ts';
import { api } from '#app/lib/api-client.ts';
import { renewToken } from '#app/lib/session.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { type AccountSecurity, confirmSignIn } from '#shared/contracts/auth.ts';
import { FRESH_SIGN_IN_MINUTES } from '#shared/rules/periods.ts';
import { CodeField } from '../code-form.tsx';

/** Asks "is it you?" with the password, a code, or both. */
export function ConfirmDialog({ onSettled }: { onSettled(isConfirmed: boolean): void }) {
	const { t } = useLingui();
	const security = useSecurity();
	return (
		<Dialog
			isOpen
			onClose={() => onSettled(false)}
			title={t`Confirm it’s you`}
			description={t`For your security, enter your password to continue.`}
			size="sm"
		>
			{security.data ? <ConfirmForm security={security.data} onConfirmed={() => onSettled(true)} /> : null}
		</Dialog>
	);
}

function ConfirmForm({ security, onConfirmed }: { security: AccountSecurity; onConfirmed: () => void }) {
	const { t } = useLingui();
	const form = useFormCall({
		labels: { password: t`Password`, code: t`Code` },
		checks: {},
		async send({ password = '', code = '' }) {
			const { token } = await api.call(confirmSignIn, { body: { password, code } });
			renewToken(token);
			onConfirmed();
		},
	});
	if (!security.hasPassword && !security.twoFactor.isOn) {
		return (
			<p>
				<Trans>
					Your account has no password. Log out, log back in, and try again within {FRESH_SIGN_IN_MINUTES}{' '}
					minutes.
				</Trans>
			</p>
		);
	}
	return (
		<Form method="post" errors={form.summary} onSubmit={form.submit}>
			{security.hasPassword ? (
				<PasswordField
					label={t`Password`}
					name="password"
					autoComplete="current-password"
					error={form.errorOf('password')}
					required
				/>
			) : null}
			{security.twoFactor.isOn ? <CodeField error={form.errorOf('code')} /> : null}
			<Button type="submit" isLoading={form.isPending}>
				<Trans>Confirm</Trans>
			</Button>
		</Form>
	);
}
