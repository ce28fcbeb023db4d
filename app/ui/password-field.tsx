import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { FieldFrame, type FieldProps, useField } from './field.tsx';
import { IconButton } from './icon-button.tsx';

export interface PasswordFieldProps
	extends FieldProps,
		Omit<ComponentProps<'input'>, keyof FieldProps | 'size' | 'type'> {
	/** Says to password managers whether to fill one in or to make one. */
	autoComplete: 'current-password' | 'new-password';
}

/** A password, with a button that shows it. Pasting and password managers work; nothing is changed in what is typed. */
export function PasswordField(props: PasswordFieldProps) {
	const { label, hint, error, isOptional, isLabelHidden, id, className, ...rest } = props;
	const ids = useField({ id, name: rest.name, hint, error });
	const [isShown, setIsShown] = useState(false);
	const { t } = useLingui();
	return (
		<FieldFrame {...{ ids, label, hint, error, isOptional, isLabelHidden, className }}>
			<span className="relative flex">
				<input
					{...rest}
					{...ids.control}
					type={isShown ? 'text' : 'password'}
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
					className={clsx('input pe-12', isShown && 'font-mono')}
				/>
				<span className="absolute inset-y-0 end-1.5 flex items-center">
					<IconButton
						icon={isShown ? EyeOff : Eye}
						label={isShown ? t`Hide password` : t`Show password`}
						aria-pressed={isShown}
						tip="none"
						size="sm"
						onClick={() => setIsShown(!isShown)}
					/>
				</span>
			</span>
		</FieldFrame>
	);
}
