import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldProps, useField } from './field.tsx';

export interface RadioOption {
	value: string;
	label: ReactNode;
	description?: ReactNode;
	isDisabled?: boolean;
}

export interface RadioGroupProps
	extends FieldProps,
		Omit<ComponentProps<'input'>, keyof FieldProps | 'type' | 'value' | 'defaultValue'> {
	options: readonly RadioOption[];
	value?: string;
	defaultValue?: string;
	/** `cards` gives each choice a frame of its own: for two to four choices that need a description. */
	look?: 'list' | 'cards';
}

/** One of a few, all visible. */
export function RadioGroup(props: RadioGroupProps) {
	const {
		label,
		hint,
		error,
		isOptional,
		isLabelHidden,
		id,
		className,
		options,
		look = 'list',
		...rest
	} = props;
	const { value, defaultValue, ...input } = rest;
	const ids = useField({ id, name: rest.name, hint, error });
	return (
		<FieldFrame as="fieldset" {...{ ids, label, hint, error, isOptional, isLabelHidden, className }}>
			<div className={look === 'cards' ? 'grid gap-2 sm:grid-cols-2' : 'flex flex-col gap-1'}>
				{options.map((option, index) => (
					<label
						key={option.value}
						className={clsx(
							'flex items-start gap-2.5 text-sm',
							look === 'cards'
								? 'rounded-lg border border-edge bg-surface p-3 transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-disabled:opacity-50'
								: 'min-h-8 py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-3',
						)}
					>
						<input
							{...input}
							id={index === 0 ? ids.id : undefined}
							name={rest.name ?? ids.id}
							type="radio"
							value={option.value}
							checked={value === undefined ? undefined : value === option.value}
							defaultChecked={value === undefined ? defaultValue === option.value || undefined : undefined}
							disabled={option.isDisabled || rest.disabled}
							aria-invalid={ids.control['aria-invalid']}
							className="tick mt-px"
						/>
						<span className="flex min-w-0 flex-col">
							<span className={look === 'cards' ? 'font-medium' : undefined}>{option.label}</span>
							{option.description ? (
								<span className="text-compact text-muted">{option.description}</span>
							) : null}
						</span>
					</label>
				))}
			</div>
		</FieldFrame>
	);
}
