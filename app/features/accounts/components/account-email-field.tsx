import { useLingui } from '@lingui/react/macro';
import type { ChangeEventHandler } from 'react';
import { TextField } from '#app/ui/text-field.tsx';

/** The email that an account is known by, `email`. */
export function AccountEmailField(props: {
	error: string | undefined;
	typed?: string;
	onChange?: ChangeEventHandler<HTMLInputElement>;
}) {
	const { t } = useLingui();
	return (
		<TextField
			label={t`Email`}
			name="email"
			type="email"
			autoComplete="username"
			inputMode="email"
			defaultValue={props.typed}
			onChange={props.onChange}
			error={props.error}
			required
		/>
	);
}
