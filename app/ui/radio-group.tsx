import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FieldProps, useFieldParts } from './field.tsx';

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
	/**
	 * `cards` gives each choice a frame of its own: for two to four choices that need a description. `chips` are short values, three in a
	 * row; `switch` is one of two or three words in a row.
	 */
	look?: keyof typeof looks;
}

const frame =
	'border border-edge bg-surface transition-colors hover:border-control has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-disabled:opacity-50';
/** The control lies unseen over the whole of its label, which shows what is chosen and where the focus is. */
const covered =
	'relative justify-center rounded-lg text-center font-medium has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink';
const looks = {
	list: {
		group: 'flex flex-col gap-1',
		option: 'items-start min-h-8 py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-3',
	},
	cards: { group: 'grid gap-2 sm:grid-cols-2', option: `items-start rounded-lg p-3 ${frame}` },
	chips: {
		group: 'grid grid-cols-3 gap-2',
		option: `min-h-12 items-center border border-edge bg-surface px-2 py-1 transition-colors hover:border-control has-checked:bg-event-wash has-disabled:opacity-50 ${covered}`,
	},
	switch: {
		group: 'grid auto-cols-fr grid-flow-col gap-1 rounded-xl bg-sunken p-1',
		option: `min-h-11 items-center px-2 py-1 has-checked:bg-surface ${covered}`,
	},
};

/** One of a few, all visible. */
export function RadioGroup(props: RadioGroupProps) {
	const { options, look = 'list', value, defaultValue, ...field } = props;
	const { ids, frame, rest } = useFieldParts(field);
	const isCovered = look === 'chips' || look === 'switch';
	return (
		<FieldFrame as="fieldset" {...frame}>
			<div className={looks[look].group}>
				{options.map((option, index) => (
					<label key={option.value} className={clsx('flex gap-2.5 text-sm', looks[look].option)}>
						<input
							{...rest}
							id={index === 0 ? ids.id : undefined}
							name={rest.name ?? ids.id}
							type="radio"
							value={option.value}
							checked={value === undefined ? undefined : value === option.value}
							defaultChecked={value === undefined ? defaultValue === option.value || undefined : undefined}
							disabled={option.isDisabled || rest.disabled}
							aria-invalid={ids.control['aria-invalid']}
							className={isCovered ? 'absolute inset-0 m-0 size-full cursor-pointer opacity-0' : 'tick mt-px'}
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
