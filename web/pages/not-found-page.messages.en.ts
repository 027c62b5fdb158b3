export const notFoundMessages = {
  title: '404 Page Not Found',
  hint: 'Did you forget to add the page to the router?',
  plain: 'In other words: there is nothing at this address. Nothing of yours is lost.',
  home: 'Back to Practice',
} as const
