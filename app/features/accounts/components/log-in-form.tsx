import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useHydrated } from '#app/lib/hydrated.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Form } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { logIn } from '../api.ts';
import { rememberTyped, typed } from '../typed.ts';
import { useChecks } from '../use-checks.ts';
import { useFormCall } from '../use-form-call.ts';

export function LogInForm(props: { onToken: (token: string, rememberMe: boolean) => Promise<void> }) {
	const { t } = useLingui();
	const checks = useChecks();
	const isHydrated = useHydrated();
	const form = useFormCall({
		labels: { email: t`Email`, password: t`Password` },
		checks: { email: checks.email, password: checks.password },
		async send({ email = '', password = '', rememberMe }) {
			const isRemembered = rememberMe === 'on';
			const { token } = await logIn({ email, password, rememberMe: isRemembered });
			await props.onToken(token, isRemembered);
		},
	});
	return (
		<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
			<TextField
				label={t`Email`}
				name="email"
				type="email"
				autoComplete="username"
				inputMode="email"
				defaultValue={typed.email}
				onChange={rememberTyped}
				error={form.errorOf('email')}
				required
			/>
			<PasswordField
				label={t`Password`}
				name="password"
				autoComplete="current-password"
				error={form.errorOf('password')}
				required
			/>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<Checkbox label={t`Keep me signed in`} name="rememberMe" />
				<Link to="/forgot-password" className="link text-sm">
					<Trans>Forgot your password?</Trans>
				</Link>
			</div>
			<Button type={isHydrated ? 'submit' : 'button'} size="lg" isLoading={form.isPending}>
				<Trans>Log in</Trans>
			</Button>
		</Form>
	);
}
