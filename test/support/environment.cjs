// jest's environment for Node, with a memory of what was compiled. Each spec file loads its modules again, some of them
// more than two thousand. V8 compiles a source faster when it is given what it made of the same source before.
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const compile = vm.compileFunction;
/** By file name: a source, and V8's cache for it. Each worker of jest has its own. */
const compiled = new Map();

// jest compiles every CommonJS module by this function. It still evaluates each of them anew for each spec file.
vm.compileFunction = (source, parameters, options) => {
  const known = compiled.get(options.filename);
  if (known?.source === source) {
    const made = compile(source, parameters, { ...options, cachedData: known.cachedData });
    if (!made.cachedDataRejected) return made;
  }
  const made = compile(source, parameters, { ...options, produceCachedData: true });
  if (made.cachedDataProduced) compiled.set(options.filename, { source, cachedData: made.cachedData });
  return made;
};

module.exports = TestEnvironment;
