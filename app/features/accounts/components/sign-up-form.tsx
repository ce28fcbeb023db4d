import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useHydrated } from '#app/lib/hydrated.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { logIn, signUp } from '../api.ts';
import { rememberTyped, typed } from '../typed.ts';
import { useChecks } from '../use-checks.ts';
import { useFormCall } from '../use-form-call.ts';

/**
 * Makes the account and signs in to it. When the address has an account already, the server does not say so (the mail does),
 * and the form ends with the word to look there.
 */
export function SignUpForm(props: { onToken: (token: string, rememberMe: boolean) => Promise<void> }) {
	const { t } = useLingui();
	const checks = useChecks();
	const isHydrated = useHydrated();
	const [sentNote, setSentNote] = useState<string | null>(null);
	const form = useFormCall({
		labels: { firstName: t`First name`, lastName: t`Last name`, email: t`Email`, password: t`Password` },
		checks: { email: checks.email, password: checks.newPassword },
		async send({ firstName = '', lastName = '', email = '', password = '' }) {
			const { message } = await signUp({ firstName, lastName, email, password });
			const answer = await logIn({ email, password, rememberMe: false }).catch((error: unknown) => {
				if (!(error instanceof AppError) || !error.code.startsWith('AUTH_')) throw error;
				return null;
			});
			if (answer === null || !('token' in answer)) {
				setSentNote(message);
				return;
			}
			await props.onToken(answer.token, false);
			toast({ variant: 'success', title: t`Welcome`, description: message });
		},
	});
	if (sentNote) {
		return (
			<Callout tone="success" title={t`Please check your mail`} isUrgent>
				{sentNote}
			</Callout>
		);
	}
	return (
		<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
			<div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
				<TextField
					label={t`First name`}
					name="firstName"
					autoComplete="given-name"
					maxLength={100}
					isOptional
					defaultValue={typed.firstName}
					onChange={rememberTyped}
					error={form.errorOf('firstName')}
				/>
				<TextField
					label={t`Last name`}
					name="lastName"
					autoComplete="family-name"
					maxLength={100}
					isOptional
					defaultValue={typed.lastName}
					onChange={rememberTyped}
					error={form.errorOf('lastName')}
				/>
			</div>
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
				autoComplete="new-password"
				hint={t`At least 8 characters. A few words that do not belong together are good.`}
				maxLength={128}
				error={form.errorOf('password')}
				required
			/>
			<Button type={isHydrated ? 'submit' : 'button'} size="lg" isLoading={form.isPending}>
				<Trans>Sign up</Trans>
			</Button>
		</Form>
	);
}
