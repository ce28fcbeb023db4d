import { Trans, useLingui } from '@lingui/react/macro';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { sendCode } from '../api.ts';
import { useChecks } from '../use-checks.ts';

/** A form whose one field is `code`. */
export function useCodeForm(send: (code: string) => Promise<void>) {
	const { t } = useLingui();
	const checks = useChecks();
	return useFormCall({
		labels: { code: t`Code` },
		checks: { code: checks.required },
		send: ({ code = '' }) => send(code),
	});
}

/** The second half of a sign-in: the code of the authenticator app, or one on paper. */
export function CodeForm(props: {
	challenge: string;
	onToken: (token: string) => Promise<void>;
	onRestart: () => void;
}) {
	const form = useCodeForm(async (code) => props.onToken((await sendCode(props.challenge, code)).token));
	return (
		<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
			<p>
				<Trans>Enter the 6-digit code from your authenticator app.</Trans>
			</p>
			<CodeField error={form.errorOf('code')} hasFocus />
			<Button type="submit" size="lg" isLoading={form.isPending}>
				<Trans>Log in</Trans>
			</Button>
			<Button variant="ghost" size="lg" onClick={props.onRestart}>
				<Trans>Back to log in</Trans>
			</Button>
		</Form>
	);
}

export function CodeField(props: { error: string | undefined; hasFocus?: boolean }) {
	const { t } = useLingui();
	return (
		<TextField
			label={t`Code`}
			name="code"
			autoComplete="one-time-code"
			autoCapitalize="none"
			spellCheck={false}
			maxLength={40}
			autoFocus={props.hasFocus}
			hint={t`No phone? Enter a recovery code instead.`}
			error={props.error}
			className="max-w-80"
			required
		/>
	);
}
