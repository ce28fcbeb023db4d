import { useLingui } from '@lingui/react/macro';
import { PASSWORD_LENGTH } from '#shared/rules/passwords.ts';
import { PasswordField } from './password-field.tsx';

/** The field `password` where an account gets one. @param props.hint in place of the advice how to choose it */
export function NewPasswordField(props: { error: string | undefined; hint?: string; label?: string }) {
	const { t } = useLingui();
	return (
		<PasswordField
			label={props.label ?? t`Password`}
			name="password"
			autoComplete="new-password"
			hint={props.hint ?? t`At least ${PASSWORD_LENGTH.least} characters. Try three or four unrelated words.`}
			maxLength={128}
			error={props.error}
			required
		/>
	);
}
