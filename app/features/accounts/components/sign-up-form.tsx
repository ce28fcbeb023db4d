import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useHydrated } from '#app/lib/hydrated.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useSite } from '#app/shell/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { NewPasswordField } from '#app/ui/new-password-field.tsx';
import { PersonNameFields } from '#app/ui/person-name-fields.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { organiserNameFromEmail } from '#shared/rules/organiser-name.ts';
import { logIn, signUp } from '../api.ts';
import { rememberTyped, typed } from '../typed.ts';
import { useChecks } from '../use-checks.ts';
import { AccountEmailField } from './account-email-field.tsx';

/**
 * Makes the account and logs in to it. When the email has an account already, the server does not say so (an email to its owner
 * does), and the form ends with what to do next. On the way to publishing it asks for the organiser's name instead of the
 * person's: that is what guests are about to read.
 */
export function SignUpForm(props: {
	isPublishing: boolean;
	onToken: (token: string, rememberMe: boolean) => Promise<void>;
}) {
	const { t } = useLingui();
	const { hasEmail } = useSite();
	const checks = useChecks();
	const isHydrated = useHydrated();
	const [sentNote, setSentNote] = useState<string | null>(null);
	const [suggestion, setSuggestion] = useState(() => organiserNameFromEmail(typed.email));
	const [organiser, setOrganiser] = useState<string | null>(null);
	const form = useFormCall({
		labels: {
			firstName: t`First name`,
			lastName: t`Last name`,
			organisationName: t`Organiser name`,
			email: t`Email`,
			password: t`Password`,
		},
		checks: { email: checks.email, password: checks.newPassword },
		async send({ firstName = '', lastName = '', organisationName = '', email = '', password = '' }) {
			const { message } = await signUp({ firstName, lastName, organisationName, email, password });
			const answer = await logIn({ email, password, rememberMe: false }).catch((error: unknown) => {
				if (!(error instanceof AppError) || !error.code.startsWith('AUTH_')) throw error;
				return null;
			});
			if (answer === null || !('token' in answer)) {
				setSentNote(message);
				return;
			}
			await props.onToken(answer.token, false);
			toast({ variant: 'success', title: t`Welcome`, ...(hasEmail && { description: message }) });
		},
	});
	if (sentNote) {
		return hasEmail ? (
			<Callout tone="success" title={t`Check your email`} isUrgent>
				{sentNote}
			</Callout>
		) : (
			<Callout tone="info" isUrgent>
				{sentNote}
			</Callout>
		);
	}
	return (
		<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
			{props.isPublishing ? null : (
				<PersonNameFields errorOf={form.errorOf} typed={typed} onChange={rememberTyped} />
			)}
			<AccountEmailField
				typed={typed.email}
				onChange={(event) => {
					rememberTyped(event);
					setSuggestion(organiserNameFromEmail(event.currentTarget.value));
				}}
				error={form.errorOf('email')}
			/>
			<NewPasswordField error={form.errorOf('password')} />
			{props.isPublishing ? (
				<TextField
					label={t`Organiser name`}
					name="organisationName"
					autoComplete="organization"
					maxLength={120}
					isOptional
					hint={t`Shown to guests on your event pages. You can change it in the settings.`}
					value={organiser ?? suggestion}
					onChange={(event) => setOrganiser(event.currentTarget.value)}
					error={form.errorOf('organisationName')}
				/>
			) : null}
			<Button type={isHydrated ? 'submit' : 'button'} size="lg" isLoading={form.isPending}>
				{props.isPublishing && !hasEmail ? (
					<Trans>Create account and publish</Trans>
				) : (
					<Trans>Create account</Trans>
				)}
			</Button>
		</Form>
	);
}
