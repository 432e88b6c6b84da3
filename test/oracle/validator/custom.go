package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	schemaobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apiservervalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apiserver/pkg/registry/rest"
)

// custom is a kind that a CustomResourceDefinition defines, as a server with that definition serves it.
type custom struct {
	structural *structuralschema.Structural
	strategy   rest.RESTCreateStrategy
}

// defined are the kinds that have been defined on standard input, by apiVersion and kind.
var defined = map[string]custom{}

// define takes a CustomResourceDefinition with one version.
func define(line []byte) error {
	var definition apiextensionsv1.CustomResourceDefinition
	if err := json.Unmarshal(line, &definition); err != nil {
		return err
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinition(&definition)
	version := definition.Spec.Versions[0]
	internal := &apiextensions.JSONSchemaProps{}
	err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, internal, nil)
	if err != nil {
		return err
	}
	structural, err := structuralschema.NewStructural(internal)
	if err != nil {
		return err
	}
	validator, _, err := apiservervalidation.NewSchemaValidator(internal)
	if err != nil {
		return err
	}
	kind := schema.GroupVersionKind{Group: definition.Spec.Group, Version: version.Name, Kind: definition.Spec.Names.Kind}
	isNamespaced := definition.Spec.Scope == apiextensionsv1.NamespaceScoped
	strategy := customresource.NewStrategy(unstructuredscheme.NewUnstructuredObjectTyper(), isNamespaced, kind,
		validator, nil, structural, &apiextensions.CustomResourceSubresourceStatus{}, nil, nil)
	defined[kind.GroupVersion().String()+" "+kind.Kind] = custom{structural: structural, strategy: strategy}
	return nil
}

// refusals are the lines in which a server refuses an object of the kind.
func (c custom) refusals(ctx context.Context, line []byte) []string {
	content := map[string]any{}
	if err := utiljson.Unmarshal(line, &content); err != nil {
		return []string{err.Error()}
	}
	lines := []string{}
	object := &unstructured.Unstructured{Object: content}
	structuraldefaulting.Default(content, c.structural)
	objectMeta, hasMeta, unknown, err := schemaobjectmeta.GetObjectMetaWithOptions(content, schemaobjectmeta.ObjectMetaOptions{
		ReturnUnknownFieldPaths: true,
	})
	if err != nil {
		return []string{err.Error()}
	}
	unknown = append(unknown, structuralpruning.PruneWithOptions(content, c.structural, true,
		structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	structuraldefaulting.PruneNonNullableNullsWithoutDefaults(content, c.structural)
	invalid, paths := schemaobjectmeta.CoerceWithOptions(nil, content, c.structural, false, schemaobjectmeta.CoerceOptions{
		ReturnUnknownFieldPaths: true,
	})
	if invalid != nil {
		return []string{invalid.Error()}
	}
	for _, path := range append(unknown, paths...) {
		lines = append(lines, fmt.Sprintf("strict decoding error: unknown field %q", path))
	}
	if hasMeta {
		if err := schemaobjectmeta.SetObjectMeta(content, objectMeta); err != nil {
			return append(lines, err.Error())
		}
	}
	prepare(object)
	return append(lines, statusLines(rest.BeforeCreate(c.strategy, ctx, object))...)
}

// prepare does what a server does to each new object, whatever its kind.
func prepare(object metav1.Object) {
	rest.FillObjectMetaSystemFields(object)
	if object.GetName() == "" && object.GetGenerateName() != "" {
		object.SetName(generatedName(object.GetGenerateName()))
	}
}
