import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { useHydrated } from '#app/lib/hydrated.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Form } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { logIn } from '../api.ts';
import { rememberTyped, typed } from '../typed.ts';
import { useChecks } from '../use-checks.ts';
import { AccountEmailField } from './account-email-field.tsx';
import { CodeForm } from './code-form.tsx';

export function LogInForm(props: {
	onToken: (token: string, rememberMe: boolean) => Promise<void>;
	onRemember: (rememberMe: boolean) => void;
}) {
	const { t } = useLingui();
	const checks = useChecks();
	const isHydrated = useHydrated();
	/** The password was right, and the account wants a code. */
	const [half, setHalf] = useState<{ challenge: string; isRemembered: boolean } | null>(null);
	const form = useFormCall({
		labels: { email: t`Email`, password: t`Password` },
		checks: { email: checks.email, password: checks.password },
		async send({ email = '', password = '', rememberMe }) {
			const isRemembered = rememberMe === 'on';
			const answer = await logIn({ email, password, rememberMe: isRemembered });
			if ('token' in answer) await props.onToken(answer.token, isRemembered);
			else setHalf({ challenge: answer.challenge, isRemembered });
		},
	});
	if (half) {
		return (
			<CodeForm
				challenge={half.challenge}
				onToken={(token) => props.onToken(token, half.isRemembered)}
				onRestart={() => setHalf(null)}
			/>
		);
	}
	return (
		<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
			<AccountEmailField typed={typed.email} onChange={rememberTyped} error={form.errorOf('email')} />
			<PasswordField
				label={t`Password`}
				name="password"
				autoComplete="current-password"
				error={form.errorOf('password')}
				required
			/>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<Checkbox
					label={t`Keep me logged in`}
					name="rememberMe"
					onChange={(change) => props.onRemember(change.currentTarget.checked)}
				/>
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
