import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { ComboBox, Input, Label } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ListBox, ListBoxItem, ListBoxLoadMoreItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { matchesTyped } from '#shared/rules/text-search.ts';
import { AriaFieldTexts } from './aria-field-texts.tsx';
import { portalFor } from './aria-setup.ts';
import { type FieldProps, OptionalMark, useField } from './field.tsx';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface ComboOption {
	id: string;
	label: string;
	/** At the end of the line, quieter. */
	detail?: ReactNode;
	/** More words that find it. */
	keywords?: string;
}

/** Options that are looked for elsewhere while somebody types; `options` holds what was found so far. */
export interface ComboSearch {
	/** What was typed; empty for all. */
	onSearch: (typed: string) => void;
	isLoading: boolean;
	/** More of the same that are read when the end of the list is reached. */
	onLoadMore?: (() => void) | undefined;
}

export interface ComboBoxFieldProps extends FieldProps {
	options: readonly ComboOption[];
	search?: ComboSearch;
	value: string | null;
	/** What the value is called while its option is not in the list. */
	valueLabel?: string | undefined;
	placeholder?: string | undefined;
	onChange: (id: string | null) => void;
	onBlur?: () => void;
	/** Called when the list is about to be shown; a costly list can be made then. */
	onOpen?: () => void;
	/** What is shown when nothing matches. */
	noMatch?: ReactNode;
	isDisabled?: boolean;
	className?: string;
}

/** Whether every word that was typed is found in the option, whatever the order, case, accents and spelling of umlauts. */
export const matchesWords = (option: Pick<ComboOption, 'label' | 'keywords'>, typed: string): boolean =>
	matchesTyped(`${option.label} ${option.keywords ?? ''}`, typed);

/** One of a long list, found by typing. For organisers' screens; a short list is a Select. */
export function ComboBoxField(props: ComboBoxFieldProps) {
	const { label, hint, isOptional, isLabelHidden, options, search, value, onChange, noMatch } = props;
	const { i18n, t } = useLingui();
	const ids = useField(props);
	const box = useRef<HTMLDivElement>(null);
	const chosen = options.find((option) => option.id === value);
	const [typed, setTyped] = useState<string | null>(null);
	const chosenText = chosen?.label ?? props.valueLabel ?? '';
	const text = typed ?? chosenText;
	// What stands in the field on opening is the choice itself, not a search: all are shown.
	const shown =
		search || typed === null || typed === chosenText
			? options
			: options.filter((o) => matchesWords(o, typed));
	const type = (next: string | null) => {
		if (next !== null && next !== chosenText) ids.correct();
		setTyped(next);
		search?.onSearch(next === null || next === chosenText ? '' : next);
	};
	return (
		<I18nProvider locale={i18n.locale}>
			<ComboBox
				id={`${ids.id}-box`}
				ref={box}
				items={shown}
				defaultFilter={() => true}
				inputValue={text}
				onInputChange={type}
				selectedKey={value}
				onSelectionChange={(key) => {
					type(null);
					if (key === null || key === value) return;
					ids.correct();
					onChange(String(key));
				}}
				onOpenChange={(isOpen) => isOpen && props.onOpen?.()}
				onBlur={() => {
					type(null);
					props.onBlur?.();
				}}
				menuTrigger="focus"
				allowsEmptyCollection
				isDisabled={props.isDisabled}
				isInvalid={Boolean(ids.error)}
				className={clsx('flex min-w-0 flex-col gap-1.5', props.className)}
			>
				<Label htmlFor={ids.id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
					{label}
					{isOptional ? <OptionalMark /> : null}
				</Label>
				<span className="relative flex">
					<Input
						id={ids.id}
						placeholder={props.placeholder}
						className="input pe-9"
						onFocus={(event) => event.target.select()}
					/>
					<Button
						aria-label={t`Show all`}
						className="absolute inset-y-0 end-0 grid w-9 place-items-center rounded-md text-muted hover:text-ink"
					>
						<Icon icon={ChevronsUpDown} />
					</Button>
				</span>
				{props.name ? <input type="hidden" name={props.name} value={value ?? ''} /> : null}
				<AriaFieldTexts error={ids.error} hint={hint} />
				<Popover
					UNSTABLE_portalContainer={portalFor(box.current)}
					data-open=""
					className="popover floating w-(--trigger-width) min-w-64"
				>
					<ListBox
						className="max-h-72 overflow-y-auto overscroll-contain p-1.5 outline-none"
						renderEmptyState={() => (
							<p role="status" className="px-2.5 py-3 text-sm text-muted">
								{search?.isLoading ? <Trans>Loading…</Trans> : (noMatch ?? <Trans>Nothing found.</Trans>)}
							</p>
						)}
					>
						<Collection items={shown}>{(option) => <Option option={option} />}</Collection>
						{search?.onLoadMore ? (
							<ListBoxLoadMoreItem
								onLoadMore={search.onLoadMore}
								isLoading={search.isLoading}
								className="grid place-items-center py-2"
							>
								<Spinner size={16} />
							</ListBoxLoadMoreItem>
						) : null}
					</ListBox>
				</Popover>
			</ComboBox>
		</I18nProvider>
	);
}

function Option({ option }: { option: ComboOption }) {
	return (
		<ListBoxItem
			id={option.id}
			textValue={option.label}
			className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm outline-none data-focused:bg-ink/6 pointer-coarse:min-h-11"
		>
			{({ isSelected }) => (
				<>
					<span className="min-w-0 flex-1 truncate" dir="auto">
						{option.label}
					</span>
					{option.detail ? (
						<span className="text-compact text-muted tabular-nums">{option.detail}</span>
					) : null}
					<Icon icon={Check} className={isSelected ? undefined : 'invisible'} />
				</>
			)}
		</ListBoxItem>
	);
}
