import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime } from '@internationalized/date';
import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import {
	Calendar,
	CalendarCell,
	CalendarGrid,
	CalendarGridBody,
	CalendarGridHeader,
	CalendarHeaderCell,
	CalendarHeading,
} from 'react-aria-components/Calendar';
import { DateInput, DatePicker, DateSegment, Group, Label } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Popover } from 'react-aria-components/Popover';
import { useFormatLocale } from '#app/lib/format.ts';
import { AriaFieldTexts } from './aria-field-texts.tsx';
import { portalFor } from './aria-setup.ts';
import { type FieldProps, OptionalMark, useField } from './field.tsx';
import { Icon } from './icon.tsx';

export interface DateTimeFieldProps extends FieldProps {
	/** Wall time `2027-03-14T19:30`, or a date `2027-03-14` when `kind` is date; null while nothing is chosen. */
	value: string | null;
	onChange: (value: string | null) => void;
	onBlur?: () => void;
	kind?: 'datetime' | 'date';
	/** First and last allowed value, written like `value`. */
	min?: string;
	max?: string;
	isDisabled?: boolean;
	isReadOnly?: boolean;
	className?: string;
}

type Chosen = CalendarDate | CalendarDateTime;

/** The library's value of a text; null for a text that is no date. */
function read(text: string | null | undefined, kind: 'datetime' | 'date'): Chosen | null {
	if (!text) return null;
	try {
		return kind === 'date' ? parseDate(text.slice(0, 10)) : parseDateTime(text);
	} catch {
		return null;
	}
}

/**
 * A date and time as typed into segments or picked from a calendar, in the reader's order and clock. It is a wall time: the
 * zone is a field of its own. For organisers' screens; public pages take DateField, which costs no script.
 */
export function DateTimeField(props: DateTimeFieldProps) {
	const { label, hint, isOptional, isLabelHidden, kind = 'datetime', value, onChange } = props;
	const { t } = useLingui();
	const locale = useFormatLocale();
	const ids = useField(props);
	const box = useRef<HTMLDivElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const change = (next: string | null) => {
		ids.correct();
		onChange(next);
	};
	return (
		<I18nProvider locale={locale}>
			<DatePicker<Chosen>
				id={ids.id}
				ref={box}
				name={props.name}
				value={read(value, kind)}
				onChange={(next) => change(next ? next.toString().slice(0, kind === 'date' ? 10 : 16) : null)}
				onBlur={props.onBlur}
				minValue={read(props.min, kind)}
				maxValue={read(props.max, kind)}
				granularity={kind === 'date' ? 'day' : 'minute'}
				isDisabled={props.isDisabled}
				isReadOnly={props.isReadOnly}
				isInvalid={Boolean(ids.error)}
				isOpen={isOpen}
				onOpenChange={setIsOpen}
				shouldCloseOnSelect={kind === 'date'}
				className={clsx('flex min-w-0 flex-col gap-1.5', props.className)}
			>
				<Label className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
					{label}
					{isOptional ? <OptionalMark /> : null}
				</Label>
				<Group className="input flex items-center pe-1">
					<DateInput className="flex min-w-0 flex-1 flex-wrap py-1">
						{(segment) => <DateSegment segment={segment} className="date-segment" />}
					</DateInput>
					{isOptional && value && !props.isDisabled && !props.isReadOnly ? (
						<button
							type="button"
							aria-label={t`Clear ${label}`}
							onClick={() => change(null)}
							className="hit-area relative grid size-8 flex-none place-items-center rounded-sm text-muted outline-offset-0 hover:bg-ink/7 hover:text-ink"
						>
							<Icon icon={X} size={20} />
						</button>
					) : null}
					<Button
						aria-label={t`Open calendar`}
						className="hit-area relative grid size-8 flex-none place-items-center rounded-sm text-muted outline-offset-0 hover:bg-ink/7 hover:text-ink"
					>
						<Icon icon={CalendarDays} size={20} />
					</Button>
				</Group>
				<AriaFieldTexts error={ids.error} hint={hint} />
				<Popover
					placement="bottom end"
					UNSTABLE_portalContainer={isOpen ? portalFor(box.current) : undefined}
					className="popover floating p-3"
					data-open=""
				>
					<Dialog className="outline-none">
						<Month />
					</Dialog>
				</Popover>
			</DatePicker>
		</I18nProvider>
	);
}

function Month() {
	const turn = 'grid size-9 place-items-center rounded-md hover:bg-ink/7 data-disabled:opacity-40';
	return (
		<Calendar className="w-fit">
			<header className="flex items-center justify-between gap-2 pb-2">
				<Button slot="previous" className={turn}>
					<Icon icon={ChevronLeft} isDirectional />
				</Button>
				<CalendarHeading className="text-sm font-semibold" />
				<Button slot="next" className={turn}>
					<Icon icon={ChevronRight} isDirectional />
				</Button>
			</header>
			<CalendarGrid weekdayStyle="short">
				<CalendarGridHeader>
					{(day) => (
						<CalendarHeaderCell className="size-9 text-xs font-medium text-muted">{day}</CalendarHeaderCell>
					)}
				</CalendarGridHeader>
				<CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
			</CalendarGrid>
		</Calendar>
	);
}
