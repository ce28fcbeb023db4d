import { useLingui } from '@lingui/react/macro';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { FieldFrame, type FieldProps, useField } from './field.tsx';
import { Icon, type LucideIcon } from './icon.tsx';
import { clampStep, nextStep, parseStep, type StepBounds } from './stepper-value.ts';

export interface NumberStepperProps extends FieldProps, StepBounds {
	value: number;
	onChange: (value: number) => void;
	isDisabled?: boolean;
	className?: string;
}

/** A small whole number: two buttons, or typed. What is typed is put right when the field is left. */
export function NumberStepper(props: NumberStepperProps) {
	const { label, hint, error, isOptional, isLabelHidden, id, name, className } = props;
	const { value, onChange, min, max, step, isDisabled = false } = props;
	const bounds = { min, max, step };
	const ids = useField({ id, name, hint, error });
	const { t } = useLingui();
	// Half-typed text is stored apart, so that "1" on the way to "12" is not refused.
	const [typed, setTyped] = useState<string | null>(null);

	const move = (direction: 1 | -1) => {
		setTyped(null);
		ids.correct();
		onChange(nextStep(value, direction, bounds));
	};
	const settle = () => {
		const number = typed === null ? null : parseStep(typed);
		setTyped(null);
		if (number !== null) onChange(clampStep(number, bounds));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Enter') return settle();
		const moves: Record<string, () => void> = {
			ArrowUp: () => move(1),
			ArrowDown: () => move(-1),
			Home: () => onChange(min),
			End: () => max !== undefined && onChange(clampStep(max, bounds)),
		};
		const act = moves[event.key];
		if (!act) return;
		event.preventDefault();
		act();
	};
	return (
		<FieldFrame {...{ ids, label, hint, error, isOptional, isLabelHidden, className }}>
			<span className="input flex w-fit items-stretch p-0" data-invalid={ids.error ? '' : undefined}>
				<StepButton
					icon={Minus}
					label={t`One less`}
					isDisabled={isDisabled || value <= min}
					onPress={() => move(-1)}
				/>
				<input
					{...ids.control}
					name={name}
					type="text"
					role="spinbutton"
					inputMode="numeric"
					autoComplete="off"
					aria-valuenow={value}
					aria-valuemin={min}
					aria-valuemax={max}
					disabled={isDisabled}
					value={typed ?? String(value)}
					onChange={(event) => setTyped(event.target.value)}
					onBlur={settle}
					onKeyDown={onKeyDown}
					onFocus={(event) => event.target.select()}
					className="w-12 bg-transparent text-center tabular-nums outline-none"
				/>
				<StepButton
					icon={Plus}
					label={t`One more`}
					isDisabled={isDisabled || (max !== undefined && value >= max)}
					onPress={() => move(1)}
				/>
			</span>
		</FieldFrame>
	);
}

/** Out of the tab order: the number itself answers to the arrow keys. */
function StepButton(props: { icon: LucideIcon; label: string; isDisabled: boolean; onPress: () => void }) {
	return (
		<button
			type="button"
			tabIndex={-1}
			aria-label={props.label}
			disabled={props.isDisabled}
			onClick={props.onPress}
			className="needs-script grid min-w-11 place-items-center rounded-md text-ink transition-colors hover:not-disabled:bg-ink/7 disabled:text-muted disabled:opacity-50"
		>
			<Icon icon={props.icon} />
		</button>
	);
}
