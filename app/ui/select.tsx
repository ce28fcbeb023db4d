import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldProps, useFieldParts } from './field.tsx';
import { Icon } from './icon.tsx';

export interface SelectOption {
	value: string;
	label: string;
	isDisabled?: boolean;
}

export interface SelectProps extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps | 'size'> {
	/** In order; or give option and optgroup elements as children. */
	options?: readonly SelectOption[];
	/** Shown while nothing is chosen; stands for an empty value. */
	placeholder?: string;
}

/** One of a short list, by the browser's own picker: the phone's wheel, type-ahead, no script. */
export function Select(props: SelectProps) {
	const { options, placeholder, children, ...field } = props;
	const { ids, frame, rest } = useFieldParts(field);
	return (
		<FieldFrame {...frame}>
			<span className="relative flex">
				<select {...rest} {...ids.control} className="input">
					{placeholder === undefined ? null : <option value="">{placeholder}</option>}
					{options?.map((option) => (
						<option key={option.value} value={option.value} disabled={option.isDisabled}>
							{option.label}
						</option>
					))}
					{children}
				</select>
				<Icon
					icon={ChevronsUpDown}
					className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
				/>
			</span>
		</FieldFrame>
	);
}
