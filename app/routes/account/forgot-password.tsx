import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { askForReset } from '#app/features/accounts/api.ts';
import { AccountEmailField } from '#app/features/accounts/components/account-email-field.tsx';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { rememberTyped, typed } from '#app/features/accounts/typed.ts';
import { useChecks } from '#app/features/accounts/use-checks.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';

/** The answer is the same for every address, so the screen says what happens if there is an account. */
export default function ForgotPasswordPage() {
	const { t } = useLingui();
	const checks = useChecks();
	const isHydrated = useHydrated();
	const { hasEmail, supportEmail } = useSite();
	const [note, setNote] = useState<string | null>(null);
	const form = useFormCall({
		labels: { email: t`Email` },
		checks: { email: checks.email },
		async send({ email = '' }) {
			setNote(null);
			setNote((await askForReset(email)).message);
		},
	});
	if (!hasEmail) {
		return (
			<AccountPage
				title={t`Forgot your password?`}
				lead={
					<Trans>
						Email isn’t set up on this site. Contact the site administrator: they can give you a link that
						sets a new password.
					</Trans>
				}
			>
				{supportEmail ? (
					<a href={`mailto:${supportEmail}`} className="link">
						{supportEmail}
					</a>
				) : null}
				<Link to="/login" className="link text-sm">
					<Trans>Back to log in</Trans>
				</Link>
			</AccountPage>
		);
	}
	return (
		<AccountPage
			title={t`Forgot your password?`}
			lead={<Trans>Enter your email and we’ll send you a reset link.</Trans>}
		>
			{note ? (
				<Callout tone="success" title={t`Check your email`} isUrgent>
					{note}
				</Callout>
			) : null}
			<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
				<AccountEmailField typed={typed.email} onChange={rememberTyped} error={form.errorOf('email')} />
				<Button type={isHydrated ? 'submit' : 'button'} size="lg" isLoading={form.isPending}>
					{note ? <Trans>Send again</Trans> : <Trans>Send reset link</Trans>}
				</Button>
			</Form>
			<Link to="/login" className="link text-sm">
				<Trans>Back to log in</Trans>
			</Link>
		</AccountPage>
	);
}
