import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { makeAdministrator } from '#app/features/accounts/api.ts';
import { AccountEmailField } from '#app/features/accounts/components/account-email-field.tsx';
import { AccountPage } from '#app/features/accounts/components/account-page.tsx';
import { IncompleteLink } from '#app/features/accounts/components/incomplete-link.tsx';
import { useLinkToken } from '#app/features/accounts/link-token.ts';
import { useChecks } from '#app/features/accounts/use-checks.ts';
import { useHydrated } from '#app/lib/hydrated.ts';
import { signIn } from '#app/lib/session.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { NewPasswordField } from '#app/ui/new-password-field.tsx';
import { PersonNameFields } from '#app/ui/person-name-fields.tsx';
import { PASSWORD_LENGTH } from '#shared/rules/passwords.ts';

/** Where the one-time link leads that the first start prints. */
export default function FirstAdministratorPage() {
	const { t } = useLingui();
	const navigate = useNavigate();
	const token = useLinkToken();
	const checks = useChecks();
	const isHydrated = useHydrated();
	const form = useFormCall({
		labels: { firstName: t`First name`, lastName: t`Last name`, email: t`Email`, password: t`Password` },
		checks: { email: checks.email, password: checks.newPassword },
		async send({ firstName = '', lastName = '', email = '', password = '' }) {
			const session = await makeAdministrator({ token: token ?? '', firstName, lastName, email, password });
			await signIn(session.token, { rememberMe: false });
			await navigate('/admin', { replace: true });
		},
	});
	if (!token) {
		return (
			<IncompleteLink lead={<Trans>Use the setup link printed in the server log.</Trans>}>
				<ButtonLink to="/login" size="lg" variant="outline">
					<Trans>Log in</Trans>
				</ButtonLink>
			</IncompleteLink>
		);
	}
	return (
		<AccountPage
			title={t`Create the admin account`}
			lead={<Trans>This account manages the whole installation. The link works once.</Trans>}
		>
			<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
				<PersonNameFields errorOf={form.errorOf} />
				<AccountEmailField error={form.errorOf('email')} />
				<NewPasswordField
					hint={t`At least ${PASSWORD_LENGTH.least} characters. Already have an account? Use its password.`}
					error={form.errorOf('password')}
				/>
				<Button type={isHydrated ? 'submit' : 'button'} size="lg" isLoading={form.isPending}>
					<Trans>Create admin account</Trans>
				</Button>
			</Form>
		</AccountPage>
	);
}
