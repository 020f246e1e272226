// Where pages are.  A server has a path for each.  A folder of files has one file for all of them:
// there, the path follows a question mark.

export const SERVERLESS = document.querySelector('meta[name="serverless"]') !== null;

export function address(path) {
  if (!SERVERLESS || !path.startsWith("/")) return path;
  const [, page, hash] = /^\/([^#]*)(#.*)?$/s.exec(path);
  return `${location.pathname}${page ? `?${page}` : ""}${hash ?? ""}`;
}

// The path of a place or of a link.
export const pathOf = (place) => (SERVERLESS ? `/${place.search.slice(1)}` : place.pathname);

// Does a link lead to one of our pages, rather than to a file?
export const isPage = (link) =>
  link.origin === location.origin && (SERVERLESS ? link.pathname === location.pathname : !/^\/(api|front)/.test(link.pathname));
