import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { setTheme, type Theme, useTheme } from './theme.ts';

/** Light, dark, or as the system: three radio buttons in one row. */
export function ThemeSwitch() {
	const { t } = useLingui();
	const theme = useTheme();
	const name = useId();
	const choices: [Theme, LucideIcon, string][] = [
		['system', Monitor, t`System`],
		['light', Sun, t`Light`],
		['dark', Moon, t`Dark`],
	];
	return (
		<fieldset className="inline-flex w-fit rounded-full border border-edge p-0.5">
			<legend className="sr-only">{t`Colour theme`}</legend>
			{choices.map(([value, icon, label]) => (
				<label
					key={value}
					title={label}
					className={clsx(
						'hit-area relative grid size-7 place-content-center rounded-full text-muted',
						'has-checked:bg-ink/9 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus hover:text-ink',
					)}
				>
					<input
						type="radio"
						name={name}
						value={value}
						checked={theme === value}
						onChange={() => setTheme(value)}
						className="sr-only"
					/>
					<Icon icon={icon} />
					<span className="sr-only">{label}</span>
				</label>
			))}
		</fieldset>
	);
}
