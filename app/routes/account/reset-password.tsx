import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { setNewPassword } from '#app/features/accounts/api.ts';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { IncompleteLink } from '#app/features/accounts/components/incomplete-link.tsx';
import { useLinkToken } from '#app/features/accounts/link-token.ts';
import { useChecks } from '#app/features/accounts/use-checks.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { forgetSession } from '#app/lib/session.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { NewPasswordField } from '#app/ui/new-password-field.tsx';
import { RESET_LINK_MINUTES } from '#shared/rules/periods.ts';

/** Where the link of the reset email leads. */
export default function ResetPasswordPage() {
	const { t } = useLingui();
	const token = useLinkToken();
	const checks = useChecks();
	const isHydrated = useHydrated();
	const [isDone, setIsDone] = useState(false);
	const form = useFormCall({
		labels: { password: t`New password` },
		checks: { password: checks.newPassword },
		async send({ password = '' }) {
			await setNewPassword(token ?? '', password);
			// All sessions have ended, the one of this browser too.
			await forgetSession();
			setIsDone(true);
		},
	});
	if (isDone) {
		return (
			<AccountPage
				title={t`Your new password is set`}
				lead={<Trans>You’re logged out on all devices. Log in with the new password.</Trans>}
			>
				<ButtonLink to="/login" size="lg">
					<Trans>Log in</Trans>
				</ButtonLink>
			</AccountPage>
		);
	}
	if (!token) {
		return (
			<IncompleteLink lead={<Trans>Open it again from your email, or request a new one.</Trans>}>
				<ButtonLink to="/forgot-password" size="lg">
					<Trans>Request new link</Trans>
				</ButtonLink>
			</IncompleteLink>
		);
	}
	const isLinkBad = form.errors.some((error) => !error.name);
	return (
		<AccountPage title={t`Choose a new password`}>
			<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
				<NewPasswordField label={t`New password`} error={form.errorOf('password')} />
				<Button type={isHydrated ? 'submit' : 'button'} size="lg" isLoading={form.isPending}>
					<Trans>Set new password</Trans>
				</Button>
			</Form>
			{isLinkBad ? (
				<Callout
					tone="neutral"
					action={
						<ButtonLink to="/forgot-password" variant="outline">
							<Trans>Request new link</Trans>
						</ButtonLink>
					}
				>
					<Trans>Links expire after {RESET_LINK_MINUTES} minutes and work once.</Trans>
				</Callout>
			) : null}
		</AccountPage>
	);
}
