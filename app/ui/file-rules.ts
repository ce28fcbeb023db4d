/** What a file field accepts. */
export interface FileRules {
	/** As in the attribute of the same name: `image/*,.csv`. */
	accept?: string;
	maxBytes?: number;
	/** Files beyond this count are dropped. */
	maxFiles?: number;
}

export type FileFault = 'type' | 'size' | 'count';

export interface SortedFiles {
	accepted: File[];
	refused: { file: File; fault: FileFault }[];
}

/** Whether a file's type or name matches an accept list; an empty list accepts everything. */
export function matchesAccept(file: Pick<File, 'name' | 'type'>, accept = ''): boolean {
	const wishes = accept
		.split(',')
		.map((wish) => wish.trim().toLowerCase())
		.filter(Boolean);
	if (wishes.length === 0) return true;
	const type = file.type.toLowerCase();
	const name = file.name.toLowerCase();
	return wishes.some((wish) => {
		if (wish.startsWith('.')) return name.endsWith(wish);
		if (wish.endsWith('/*')) return type.startsWith(wish.slice(0, -1));
		return type === wish;
	});
}

/** Which of the chosen files fit, in order, and why the others do not. */
export function sortFiles(files: readonly File[], rules: FileRules, alreadyChosen = 0): SortedFiles {
	const sorted: SortedFiles = { accepted: [], refused: [] };
	for (const file of files) {
		const fault: FileFault | null = !matchesAccept(file, rules.accept)
			? 'type'
			: rules.maxBytes !== undefined && file.size > rules.maxBytes
				? 'size'
				: rules.maxFiles !== undefined && alreadyChosen + sorted.accepted.length >= rules.maxFiles
					? 'count'
					: null;
		if (fault) sorted.refused.push({ file, fault });
		else sorted.accepted.push(file);
	}
	return sorted;
}
