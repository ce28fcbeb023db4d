import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Check, ChevronsUpDown, CircleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, Input, Label, Text } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { portalFor } from './aria-setup.ts';
import { type FieldProps, useField } from './field.tsx';
import { Icon } from './icon.tsx';

export interface ComboOption {
	id: string;
	label: string;
	/** At the end of the line, quieter. */
	detail?: ReactNode;
	/** More words that find it. */
	keywords?: string;
}

export interface ComboBoxFieldProps extends FieldProps {
	options: readonly ComboOption[];
	value: string | null;
	onChange: (id: string | null) => void;
	onBlur?: () => void;
	/** Called when the list is about to be shown; a costly list can be made then. */
	onOpen?: () => void;
	/** What is shown when nothing matches. */
	noMatch?: ReactNode;
	isDisabled?: boolean;
	className?: string;
}

const strip = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether every word that was typed is found in the option, whatever the order, case and accents. */
export function matchesWords(option: Pick<ComboOption, 'label' | 'keywords'>, typed: string): boolean {
	const text = strip(`${option.label} ${option.keywords ?? ''}`);
	return strip(typed)
		.split(/\s+/)
		.every((word) => text.includes(word));
}

/** One of a long list, found by typing. For organisers' screens; a short list is a Select. */
export function ComboBoxField(props: ComboBoxFieldProps) {
	const { label, hint, error, isOptional, isLabelHidden, options, value, onChange, noMatch } = props;
	const { i18n, t } = useLingui();
	const ids = useField(props);
	const box = useRef<HTMLDivElement>(null);
	const chosen = options.find((option) => option.id === value);
	const [typed, setTyped] = useState<string | null>(null);
	const text = typed ?? chosen?.label ?? '';
	// What stands in the field on opening is the choice itself, not a search: all are shown.
	const shown =
		typed === null || typed === chosen?.label ? options : options.filter((o) => matchesWords(o, typed));
	return (
		<I18nProvider locale={i18n.locale}>
			<ComboBox
				id={`${ids.id}-box`}
				ref={box}
				items={shown}
				defaultFilter={() => true}
				inputValue={text}
				onInputChange={setTyped}
				selectedKey={value}
				onSelectionChange={(key) => {
					setTyped(null);
					if (key !== null) onChange(String(key));
				}}
				onOpenChange={(isOpen) => isOpen && props.onOpen?.()}
				onBlur={() => {
					setTyped(null);
					props.onBlur?.();
				}}
				menuTrigger="focus"
				allowsEmptyCollection
				isDisabled={props.isDisabled}
				isInvalid={Boolean(error)}
				className={clsx('flex min-w-0 flex-col gap-1.5', props.className)}
			>
				<Label className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
					{label}
					{isOptional ? (
						<span className="font-normal text-muted">
							{' '}
							<Trans>optional</Trans>
						</span>
					) : null}
				</Label>
				<span className="relative flex">
					<Input id={ids.id} className="input pe-9" onFocus={(event) => event.target.select()} />
					<Button
						aria-label={t`Show all`}
						className="absolute inset-y-0 end-0 grid w-9 place-items-center rounded-md text-muted hover:text-ink"
					>
						<Icon icon={ChevronsUpDown} />
					</Button>
				</span>
				{props.name ? <input type="hidden" name={props.name} value={value ?? ''} /> : null}
				{error ? (
					<Text slot="errorMessage" className="flex items-start gap-1.5 text-compact text-danger">
						<Icon icon={CircleAlert} className="mt-0.5" />
						<span>{error}</span>
					</Text>
				) : null}
				{hint ? (
					<Text slot="description" className="text-compact text-muted">
						{hint}
					</Text>
				) : null}
				<Popover
					UNSTABLE_portalContainer={portalFor(box.current)}
					data-open=""
					className="popover floating w-(--trigger-width) min-w-64"
				>
					<ListBox<ComboOption>
						className="max-h-72 overflow-y-auto overscroll-contain p-1.5 outline-none"
						renderEmptyState={() => (
							<p className="px-2.5 py-3 text-sm text-muted">{noMatch ?? <Trans>Nothing found.</Trans>}</p>
						)}
					>
						{(option) => (
							<ListBoxItem
								id={option.id}
								textValue={option.label}
								className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm outline-none data-focused:bg-ink/6 pointer-coarse:min-h-11"
							>
								{({ isSelected }) => (
									<>
										<span className="min-w-0 flex-1 truncate">{option.label}</span>
										{option.detail ? (
											<span className="text-compact text-muted tabular-nums">{option.detail}</span>
										) : null}
										<Icon icon={Check} className={isSelected ? undefined : 'invisible'} />
									</>
								)}
							</ListBoxItem>
						)}
					</ListBox>
				</Popover>
			</ComboBox>
		</I18nProvider>
	);
}
