import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/**
 * The script of the elements that other sites show: /embed.js, which defines them, and the parts that it loads once one is on the
 * page. Built apart from the app: it shares no file with it, and no page of the product loads it. In development it is built with each
 * request for /embed.js.
 */
export function embedScript(root: string): Plugin {
	return {
		name: 'foyer:embed-script',
		applyToEnvironment: (environment) => environment.name === 'client',
		async generateBundle() {
			for (const [fileName, { code }] of await buildEmbedScript(`${root}/app/embed/main.ts`))
				this.emitFile({ type: 'asset', fileName, source: code });
		},
		configureServer({ middlewares }) {
			let files: Awaited<ReturnType<typeof buildEmbedScript>> = new Map();
			middlewares.use(async (request, response, next) => {
				const name = request.url?.split('?')[0]?.slice(1) ?? '';
				if (name !== 'embed.js' && !files.has(name)) return next();
				try {
					if (name === 'embed.js') files = await buildEmbedScript(`${root}/app/embed/main.ts`);
				} catch (error) {
					return next(error);
				}
				response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
				response.setHeader('Cache-Control', 'no-store');
				// Pages of other origins load it as a module, as from server/http/static-files.ts.
				response.setHeader('Access-Control-Allow-Origin', '*');
				response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
				response.end(files.get(name)?.code);
			});
		},
	};
}

/** Files by name, each with the names of those that it loads at once. Names of all but /embed.js change with their content. */
export async function buildEmbedScript(
	input: string,
): Promise<Map<string, { code: string; imports: string[]; parts: string[]; modules: string[] }>> {
	const build = await rolldown({ input: { embed: input }, plugins: [leanCss] });
	const { output } = await build.generate({
		format: 'esm',
		minify: true,
		entryFileNames: 'embed.js',
		chunkFileNames: 'assets/embed/[name]-[hash].js',
		// What elements share is one file: it compresses better than several, and a page with two elements loads it once.
		codeSplitting: { groups: [{ name: 'kit', test: /\/app\/embed\/kit\/(?!accent)|\/shared\/lib\// }] },
	});
	await build.close();
	return new Map(
		output
			.filter((file) => file.type === 'chunk')
			.map(({ fileName, code, imports, dynamicImports, moduleIds }) => [
				fileName,
				{ code, imports, parts: dynamicImports, modules: moduleIds },
			]),
	);
}

/** Sheets are written to be read: their comments and blanks stay here. */
const leanCss = {
	name: 'foyer:lean-css',
	transform: {
		filter: { id: /-css\.ts$/ },
		handler: (code: string) =>
			code.replace(/`[^`]*`/, (css) =>
				css
					.replace(/\/\*.*?\*\//gs, '')
					.replace(/\s+/g, ' ')
					.replace(/ ?([{};,]) ?/g, '$1')
					.replace(/: /g, ':')
					.replaceAll(';}', '}'),
			),
	},
};
